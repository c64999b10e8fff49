package dev.samekey.steps.model.contract;

/** Why a request is refused. */
public enum Reason {
    MISSING_KEY,
    MALFORMED_KEY,
    PAYLOAD_MISMATCH,
    IN_PROGRESS,
    EXPIRED_KEY,
    REPLAYED_KEY,
    RATE_LIMITED,
    UNAVAILABLE,
    TIMEOUT,
    UNAUTHENTICATED,
    INVALID,
    DECLINED,
    STALE
}
