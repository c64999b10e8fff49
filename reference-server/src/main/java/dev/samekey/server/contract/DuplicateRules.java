package dev.samekey.server.contract;

import java.time.Duration;

/**
 * What a request meets whose key is taken.
 *
 * @param waitAtMost how long it may wait for the first one, where it waits (CON-8)
 */
public record DuplicateRules(Mismatch mismatch, InProgress inProgress, Duration waitAtMost) {
    /** Another payload is refused (MIS-1), or gets the outcome of the first. */
    public enum Mismatch {
        REFUSE,
        REPLAY
    }

    /** While the first one runs, a duplicate is refused, waits, or meets either (CON-2). */
    public enum InProgress {
        REFUSE,
        WAIT,
        EITHER
    }
}
