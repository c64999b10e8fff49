package dev.samekey.server.outbox;

/** A message may or may not have arrived, and is delivered again. */
public final class NotAcknowledgedException extends RuntimeException {
    /** Says why nobody knows. */
    public NotAcknowledgedException(String reason) {
        super(reason);
    }

    /** With what went wrong on the way. */
    public NotAcknowledgedException(Throwable cause) {
        super(cause);
    }
}
