package dev.samekey.steps.judge.audit;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * A time as logs write it: RFC 3339, with a space or without a zone too (then it is UTC); {@code 10/Oct/2026:13:55:36 +0200};
 * seconds, milliseconds, microseconds or nanoseconds since 1970.
 *
 * @param resolution how exactly it was written
 */
record LogTime(Instant at, Duration resolution) {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final DateTimeFormatter COMMON =
            DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss Z", Locale.ENGLISH);
    private static final BigDecimal LATEST = BigDecimal.valueOf(100_000_000_000L);

    static Optional<LogTime> of(JsonNode node) {
        String text = node.asText().strip();
        try {
            if (text.matches("[0-9]{9,19}([.][0-9]{1,9})?")) {
                return Optional.of(sinceEpoch(new BigDecimal(text)));
            }
            if (text.matches("[0-9]{2}/[A-Z].*")) {
                return Optional.of(
                        new LogTime(OffsetDateTime.parse(text, COMMON).toInstant(), SECOND));
            }
            return text.matches("[0-9]{4}-.*") ? Optional.of(iso(text)) : Optional.empty();
        } catch (DateTimeException | ArithmeticException none) {
            return Optional.empty();
        }
    }

    private static LogTime iso(String text) {
        String plain = text.replaceFirst("(?<=^.{10}) ", "T").replaceFirst("([+-][0-9]{2})([0-9]{2})$", "$1:$2");
        boolean hasZone = plain.matches(".*([zZ]|[+-][0-9]{2}:[0-9]{2})$");
        Instant at = hasZone
                ? OffsetDateTime.parse(plain).toInstant()
                : LocalDateTime.parse(plain).toInstant(ZoneOffset.UTC);
        String fraction = plain.matches(".*:[0-9]{2}[.,][0-9]+.*") ? plain.replaceAll(".*[.,]([0-9]+).*", "$1") : "";
        return new LogTime(at, resolution(fraction.length()));
    }

    private static Duration resolution(int digits) {
        Duration resolution = SECOND;
        for (int i = 0; i < Math.min(digits, 6); i++) {
            resolution = resolution.dividedBy(10);
        }
        return resolution;
    }

    /** A number is the smallest unit that makes a time of these centuries of it. */
    private static LogTime sinceEpoch(BigDecimal number) {
        BigDecimal seconds = number;
        int digits = Math.max(0, number.scale());
        while (seconds.compareTo(LATEST) >= 0) {
            seconds = seconds.movePointLeft(3);
            digits += 3;
        }
        Instant at = Instant.ofEpochSecond(
                seconds.longValue(),
                seconds.remainder(BigDecimal.ONE).movePointRight(9).longValue());
        return new LogTime(at, resolution(digits));
    }
}
