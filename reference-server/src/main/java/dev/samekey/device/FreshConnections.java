package dev.samekey.device;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Each request has a connection of its own, and is sent once.
 *
 * @param patience how long the service may take
 * @param isFinal which response is the last one
 */
public record FreshConnections(InetSocketAddress service, Duration patience, Predicate<HttpMessage> isFinal)
        implements Upstream {
    private static final Duration USUAL = Duration.ofSeconds(60);

    /** With a minute for each response; what is informational is left out. */
    public static FreshConnections to(InetSocketAddress service) {
        return new FreshConnections(service, USUAL, head -> head.status() >= 200);
    }

    @Override
    public Optional<HttpMessage> send(PassedRequest request) {
        try (ServiceConnection connection = ServiceConnection.open(service)) {
            return Optional.of(connection.exchange(request.message(), patience, isFinal));
        } catch (IOException none) {
            return Optional.empty();
        }
    }
}
