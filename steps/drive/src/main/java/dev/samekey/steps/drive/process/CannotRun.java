package dev.samekey.steps.drive.process;

/** The run cannot begin or go on; the message says what to do. */
public final class CannotRun extends RuntimeException {
    public CannotRun(String message) {
        super(message);
    }
}
