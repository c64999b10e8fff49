package dev.samekey.device;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Connections are kept for later requests. */
public final class PooledConnections implements Upstream {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final InetSocketAddress service;
    private final ToIntFunction<PassedRequest> repetitions;
    private final Deque<ServiceConnection> idle = new ConcurrentLinkedDeque<>();

    /** @param repetitions how often a request may be sent again after a kept connection has ended without a response */
    public PooledConnections(InetSocketAddress service, ToIntFunction<PassedRequest> repetitions) {
        this.service = service;
        this.repetitions = repetitions;
    }

    @Override
    public Optional<HttpMessage> send(PassedRequest request) {
        Optional<HttpMessage> response = Optional.empty();
        for (int sent = 0; sent <= repetitions.applyAsInt(request) && response.isEmpty(); sent++) {
            ServiceConnection kept = kept();
            if (kept == null) {
                return sentOnANewOne(request);
            }
            response = sent(request, kept);
        }
        return response;
    }

    private Optional<HttpMessage> sentOnANewOne(PassedRequest request) {
        try {
            return sent(request, ServiceConnection.open(service));
        } catch (IOException refused) {
            return Optional.empty();
        }
    }

    /** One that can be used; null where there is none. */
    private @Nullable ServiceConnection kept() {
        ServiceConnection one = idle.poll();
        while (one != null && !one.isIdle()) {
            close(one);
            one = idle.poll();
        }
        return one;
    }

    private Optional<HttpMessage> sent(PassedRequest request, ServiceConnection connection) {
        try {
            HttpMessage response = connection.exchange(request.message(), PATIENCE, head -> head.status() >= 200);
            if (response.isWhole()) {
                idle.add(connection);
            } else {
                connection.close();
            }
            return Optional.of(response);
        } catch (IOException none) {
            close(connection);
            return Optional.empty();
        }
    }

    private static void close(ServiceConnection connection) {
        try {
            connection.close();
        } catch (IOException closed) {
            // There is nothing more to close.
            return;
        }
    }
}
