package dev.samekey.server.contract;

/** Ends a request with a fault; the detail tells this caller what to do about it. */
public final class FaultException extends RuntimeException {
    private final Fault fault;

    /** A fault with the sentence that explains it. */
    public FaultException(Fault fault, String detail) {
        // A fault is an answer and not an accident: it needs no stack trace.
        super(detail, null, false, false);
        this.fault = fault;
    }

    /** What went wrong. */
    public Fault fault() {
        return fault;
    }

    /** The sentence that explains it. */
    public String detail() {
        return String.valueOf(getMessage());
    }
}
