package dev.samekey.oracles.evidence;

/** An oracle was asked and did not answer: nothing was seen, so nothing may be held on its word. */
public final class OracleSilent extends RuntimeException {
    public OracleSilent(String message, Throwable cause) {
        super(message + ": " + Failures.words(cause), cause);
    }

    public OracleSilent(String message) {
        super(message);
    }
}
