package dev.samekey.server.idempotency;

import java.util.Locale;

/** What a request came to (OBS-2). */
public enum Outcome {
    /** The operation took effect now. */
    CREATED,
    /** The operation was tried now and failed. */
    FAILED,
    /** The stored outcome was given again. */
    REPLAYED,
    /** The key belongs to another payload. */
    CONFLICT,
    /** The operation is running. */
    IN_PROGRESS,
    /** The request was refused before it could claim its key. */
    REFUSED;

    /** As it stands in the log. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
