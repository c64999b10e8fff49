package dev.samekey.seeds;

import org.jspecify.annotations.Nullable;

/**
 * One attempt of a client.
 *
 * @param sentAtMs and {@code answeredAtMs}: milliseconds after the operation's first attempt
 * @param status of the response; null where there was none in time
 * @param retryAfterMs what the answer's Retry-After said; null where it said nothing
 * @param decision {@code done}, {@code retry} or {@code give up}
 */
public record ClientAttempt(
        String operation,
        String idempotencyKey,
        int attempt,
        long sentAtMs,
        long answeredAtMs,
        @Nullable Integer status,
        @Nullable String errorCode,
        @Nullable Long retryAfterMs,
        String decision) {}
