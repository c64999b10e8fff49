package dev.samekey.server.inbox;

/** What became of a delivery in the inbox. */
public enum Receipt {
    /** This delivery was the one that was handled. */
    PROCESSED,
    /** It is written down, and a handler that failed will be tried again. */
    ACCEPTED,
    /** The event was known. */
    DUPLICATE,
    /** The id was known, of another payload: only that was noted (EVT-10). */
    CONFLICT
}
