package dev.samekey.client;

import java.time.Duration;

/** Says how long to wait before a retry. */
@FunctionalInterface
public interface Backoff {
    /**
     * The delay before a retry.
     *
     * @param retry the first is 1
     * @param previous the delay before the retry before; zero for the first
     */
    Duration delay(int retry, Duration previous);
}
