package dev.samekey.server.contract;

/** Which failures are outcomes, kept and replayed (RPL-6, STO-5): those told by a 4xx, and those told by a 5xx. */
public record StoredRules(boolean clientErrors, boolean serverErrors) {
    /** Whether a failure is the outcome of its key. A 429 never is (ERR-4): nothing was tried. */
    boolean isFinal(int status) {
        return status != 429 && (status < 500 ? clientErrors : serverErrors);
    }
}
