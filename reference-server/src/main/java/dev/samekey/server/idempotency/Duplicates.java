package dev.samekey.server.idempotency;

/** What a request is whose key is known already. */
@FunctionalInterface
public interface Duplicates {
    Kind judge(IdempotencyRecord known, KeyedRequest request);

    /** Another payload, too early, or to be answered again. */
    enum Kind {
        MISMATCH,
        IN_PROGRESS,
        REPLAY
    }
}
