package dev.samekey.server.contract;

import java.time.Duration;

/**
 * How long things last.
 *
 * @param record how long the outcome of a key is kept (TTL-1)
 * @param highStakes the same where the stakes are high (TTL-3)
 * @param processing how long a claim may run before it counts as abandoned (TTL-7)
 * @param expired what a key meets after its lifetime (TTL-2)
 */
public record Lifetimes(Duration record, Duration highStakes, Duration processing, Expired expired) {
    /** A key that has expired is new, or refused for ever. */
    public enum Expired {
        EXECUTE,
        REJECT
    }

    /** How long a key lives. */
    public Duration of(Stakes stakes) {
        return stakes == Stakes.HIGH ? highStakes : record;
    }

    /** The same but for the time after which a claim counts as abandoned. */
    public Lifetimes withProcessing(Duration other) {
        return new Lifetimes(record, highStakes, other, expired);
    }
}
