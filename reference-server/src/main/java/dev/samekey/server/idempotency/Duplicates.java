package dev.samekey.server.idempotency;

/** What a request is whose key is known already. */
@FunctionalInterface
public interface Duplicates {
    Kind judge(IdempotencyRecord known, KeyedRequest request);

    /** Another payload, too early, too late, or to be answered again. */
    enum Kind {
        MISMATCH,
        IN_PROGRESS,
        EXPIRED,
        REPLAY;

        static Kind of(State state) {
            return switch (state) {
                case IN_PROGRESS -> IN_PROGRESS;
                case EXPIRED -> EXPIRED;
                case NONE, COMPLETED, FAILED -> REPLAY;
            };
        }
    }
}
