package dev.samekey.client;

import dev.samekey.client.AttemptResult.Response;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** All attempts of one operation. They come one after another, each perhaps in another thread. */
final class RetryLoop {
    /** What tells Resilience4j not to retry. */
    private static final long STOP = -1;

    private final ClientParts parts;
    private final Request request;
    private final long startedNanos = System.nanoTime();
    private volatile int made;
    private volatile Duration delay = Duration.ZERO;
    /** What a fast clock has left out of the waits; it counts in the total time. */
    private volatile Duration skipped = Duration.ZERO;

    RetryLoop(ClientParts parts, Request request) {
        this.parts = parts;
        this.request = request;
    }

    int made() {
        return made;
    }

    /** The success, or the last failure. */
    CompletionStage<AttemptResult> run() {
        RetryConfig config = RetryConfig.<AttemptResult>custom()
                .maxAttempts(parts.limits().attempts())
                .retryOnResult(parts.decisions()::retries)
                .intervalBiFunction((attempt, reply) -> next(attempt, reply.get()))
                .build();
        parts.budget().first();
        return Retry.of("attempts", config).executeCompletionStage(parts.base().timer(), this::attempt);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one attempt at a time
    private CompletionStage<AttemptResult> attempt() {
        made++;
        Duration left = left();
        Duration response = parts.limits().response();
        return parts.sender()
                .send(request, response.compareTo(left) < 0 ? response : left)
                .thenApply(reply -> {
                    if (reply.isSuccess()) {
                        parts.budget().success();
                    }
                    return reply;
                });
    }

    /** Milliseconds until the next attempt. */
    private long next(int retry, AttemptResult failure) {
        Duration own = parts.backoff().delay(retry, delay);
        delay = own;
        Optional<Duration> wait =
                failure instanceof Response response ? parts.retryAfter().wait(response, own) : Optional.of(own);
        boolean goesOn = wait.isPresent()
                && wait.get().compareTo(left()) < 0
                && parts.budget().retry();
        if (!goesOn) {
            return STOP;
        }
        Duration real = wait.get().dividedBy(parts.base().clockSpeed());
        skipped = skipped.plus(wait.get()).minus(real);
        // Rounded up: no attempt is earlier than the server said.
        return real.plusNanos(999_999).toMillis();
    }

    private Duration left() {
        return parts.limits()
                .total()
                .minusNanos(System.nanoTime() - startedNanos)
                .minus(skipped);
    }
}
