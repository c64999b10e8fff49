package dev.samekey.server.idempotency;

import java.util.Locale;

/** Where an operation stands. States only move forward (STO-8). */
public enum State {
    NONE,
    IN_PROGRESS,
    COMPLETED,
    FAILED,
    /** Its key has outlived its lifetime; this is read off the time and never stored. */
    EXPIRED;

    /** As it stands in the database and in the log. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state of that label. */
    public static State of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
