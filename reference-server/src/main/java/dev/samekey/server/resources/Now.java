package dev.samekey.server.resources;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time as it can be stored: PostgreSQL keeps microseconds, and an answer must not promise more. */
public record Now(Clock clock) {
    /** This moment. */
    public Instant instant() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
