package dev.samekey.client;

/** Decides which failures another attempt may mend. */
@FunctionalInterface
public interface Decisions {
    /** Whether to retry after this; never after a success. */
    boolean retries(AttemptResult reply);
}
