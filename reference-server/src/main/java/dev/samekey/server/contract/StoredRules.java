package dev.samekey.server.contract;

/**
 * Which failures are outcomes, kept and replayed (RPL-6, STO-5): those told by a 4xx, and those told by a 5xx.
 *
 * @param stale whether the refusal of an outdated version is one (CND-3)
 */
public record StoredRules(boolean clientErrors, boolean serverErrors, boolean stale) {
    /** Whether a failure is the outcome of its key. A 429 never is (ERR-4): nothing was tried. */
    boolean isFinal(Fault fault, int status) {
        return fault == Fault.STALE ? stale : status != 429 && (status < 500 ? clientErrors : serverErrors);
    }
}
