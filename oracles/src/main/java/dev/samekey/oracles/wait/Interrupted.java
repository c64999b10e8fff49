package dev.samekey.oracles.wait;

/** A wait was ended from outside. This says nothing of what was waited for, so no verdict may follow from it. */
public final class Interrupted extends RuntimeException {
    private Interrupted(String what, InterruptedException cause) {
        super("interrupted while waiting for " + what, cause);
    }

    /**
     * The error to throw for an interrupted wait. The thread stays interrupted, so that its next wait ends at once, too.
     *
     * @param what was waited for
     */
    public static Interrupted waitingFor(String what, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new Interrupted(what, cause);
    }
}
