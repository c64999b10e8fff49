package dev.samekey.steps.drive.client;

/** A client under test that cannot be judged: it did not start, died, hung, or said what the protocol does not know. */
public final class ClientFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message a sentence that says what happened, and what to do */
    public ClientFault(String message) {
        super(message);
    }
}
