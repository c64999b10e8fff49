package dev.samekey.server.fire;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Sends an order with its key until it has an outcome: after growing delays with jitter, each time to another replica. */
final class RetryingClient {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration ONE_ATTEMPT = Duration.ofSeconds(8);
    private static final long FIRST_DELAY_MILLIS = 50;
    private static final long LONGEST_DELAY_MILLIS = 1_000;

    private final List<String> replicas;
    private final Random random;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    RetryingClient(List<String> replicas, Random random) {
        this.replicas = replicas;
        this.random = random;
    }

    Told send(ClientOrder order) {
        long began = System.nanoTime();
        int replica = random.nextInt(replicas.size());
        long delay = FIRST_DELAY_MILLIS;
        for (int attempt = 1; millisSince(began) < PATIENCE.toMillis(); attempt++) {
            Optional<Told> told = attempt(order, replicas.get((replica + attempt) % replicas.size()), attempt, began);
            if (told.filter(Told::isFinal).isPresent()) {
                return told.get();
            }
            Waiting.pause(delay / 2 + random.nextLong(delay / 2));
            delay = Math.min(2 * delay, LONGEST_DELAY_MILLIS);
        }
        throw new IllegalStateException("no outcome within " + PATIENCE.toSeconds() + " s of " + order);
    }

    /** Nothing where no answer came. */
    private Optional<Told> attempt(ClientOrder order, String url, int attempt, long began) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + order.path()))
                .timeout(ONE_ATTEMPT)
                .header("Authorization", "Bearer alice-token")
                .header("Idempotency-Key", order.key())
                .header("Idempotency-Attempt", "" + attempt)
                .POST(BodyPublishers.ofString(order.body()))
                .build();
        try {
            return Optional.of(
                    Told.of(order, http.send(request, BodyHandlers.ofString()), attempt, millisSince(began)));
        } catch (IOException lost) {
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while sending " + order, interrupted);
        }
    }

    private static long millisSince(long began) {
        return Duration.ofNanos(System.nanoTime() - began).toMillis();
    }
}
