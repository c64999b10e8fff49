package dev.samekey.steps.judge.client.definitions;

import dev.samekey.steps.drive.service.Received;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** What the service asked for by {@code Retry-After} (RFC 9110, section 10.2.3). */
final class RetryAfterHeader {
    /** Clocks of one machine are read by different programs. */
    private static final Duration TOLERANCE = Duration.ofMillis(20);

    private RetryAfterHeader() {}

    /** How long after the response the next attempt may be sent, in nanoseconds. */
    static long nanos(String value, Received response) {
        if (value.matches("\\d+")) {
            return Duration.ofSeconds(Long.parseLong(value)).minus(TOLERANCE).toNanos();
        }
        // The clock of the wire is no clock of the day; what they say now shows how far they are apart.
        long ago = System.nanoTime() - response.endedNanos();
        Instant ended = Instant.now().minusNanos(ago);
        Instant date =
                ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        return Duration.between(ended, date).minus(TOLERANCE).toNanos();
    }
}
