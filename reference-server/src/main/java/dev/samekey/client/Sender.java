package dev.samekey.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Sends a request once. */
@FunctionalInterface
public interface Sender {
    /**
     * One attempt.
     *
     * @param limit how long the whole response may take
     * @return what it came to; it never fails
     */
    CompletableFuture<AttemptResult> send(Request request, Duration limit);
}
