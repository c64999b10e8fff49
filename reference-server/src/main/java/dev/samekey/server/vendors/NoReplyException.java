package dev.samekey.server.vendors;

/** No answer came. Unless the service was not even reached, it may have done what it was asked for. */
public final class NoReplyException extends RuntimeException {
    private final boolean reached;

    /** Whether the call may have arrived, and what went wrong. */
    public NoReplyException(boolean reached, Exception cause) {
        super(cause);
        this.reached = reached;
    }

    /** Whether the call may have arrived. */
    public boolean mayHaveArrived() {
        return reached;
    }
}
