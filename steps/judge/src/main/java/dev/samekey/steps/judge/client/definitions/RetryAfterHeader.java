package dev.samekey.steps.judge.client.definitions;

import dev.samekey.steps.drive.service.Behaviour.Refuse;
import dev.samekey.steps.drive.service.Received;
import dev.samekey.steps.model.contract.Envelope;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** What the service asked for by {@code Retry-After} (RFC 9110, section 10.2.3). */
final class RetryAfterHeader {
    /** Clocks of one machine are read by different programs. */
    private static final Duration TOLERANCE = Duration.ofMillis(20);

    private RetryAfterHeader() {}

    /** The seconds that the service asked for; none where it named no number of them. */
    static Duration asked(Refuse refuse) {
        String value = refuse.retryAfter();
        return value != null && value.matches("\\d+") ? Duration.ofSeconds(Long.parseLong(value)) : Duration.ZERO;
    }

    /** The bounds of a delay after a header; a client that can read a fraction of a second may keep it. */
    static Envelope lowered(Envelope bounds, String value) {
        if (!value.matches("\\d+\\.\\d+")) {
            return bounds;
        }
        Duration fraction =
                Duration.ofMillis(new BigDecimal(value).movePointRight(3).longValue());
        return fraction.compareTo(bounds.least()) < 0 ? new Envelope(fraction, bounds.most()) : bounds;
    }

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
