package dev.samekey.server.contract;

/** Everything that can go wrong with a request, told apart by meaning; the {@link Contract} says it on the wire. */
public enum Fault {
    UNAUTHENTICATED,
    ROUTE_UNKNOWN,
    METHOD_NOT_ALLOWED,
    REQUEST_MALFORMED,
    BODY_TOO_LARGE,
    BODY_MALFORMED,
    MEMBER_INVALID,
    KEY_MISSING,
    KEY_MALFORMED,
    PAYLOAD_MISMATCH,
    IN_PROGRESS,
    PAYMENT_UNKNOWN,
    PAYMENT_VOIDED,
    PAYMENT_REFUNDED,
    REFUND_UNKNOWN,
    REFUND_EXCEEDS_REMAINING,
    VOID_UNKNOWN,
    INSUFFICIENT_FUNDS,
    EVENT_ID_MISSING,
    DEPENDENCY_UNAVAILABLE,
    DEPENDENCY_TIMEOUT,
    RATE_LIMITED,
    UNEXPECTED;

    /** A transient fault says nothing about the operation, so it is never stored as its outcome (STO-5, ERR-4). */
    public boolean isTransient() {
        return switch (this) {
            case DEPENDENCY_UNAVAILABLE, DEPENDENCY_TIMEOUT, RATE_LIMITED, UNEXPECTED -> true;
            default -> false;
        };
    }
}
