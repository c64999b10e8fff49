package dev.samekey.client;

import dev.samekey.client.AttemptResult.Response;
import dev.samekey.server.contract.RetryRules.RetryAfterRules;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Waits for Retry-After in both its forms (RFC 9110, 10.2.3), seconds or a date, and at least its own delay. What is
 * neither form is as if it were not there.
 */
public record RetryAfterHeader(RetryAfterRules rules, Clock clock) implements RetryAfter {
    /** A recipient reads all three forms of a date (RFC 9110, 5.6.7). */
    private static final List<DateTimeFormatter> DATES = List.of(
            DateTimeFormatter.RFC_1123_DATE_TIME,
            DateTimeFormatter.ofPattern("EEEE, dd-MMM-yy HH:mm:ss 'GMT'", Locale.ENGLISH),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.ENGLISH));

    private static final Duration LONGEST = Duration.ofDays(365);

    @Override
    public Optional<Duration> wait(Response response, Duration own) {
        Duration asked =
                asked(response.headers().getOrDefault("retry-after", "").strip());
        boolean beyond = rules.most().filter(most -> asked.compareTo(most) > 0).isPresent();
        if (beyond && rules.givesUp()) {
            return Optional.empty();
        }
        return Optional.of(beyond || asked.compareTo(own) < 0 ? own : asked);
    }

    private Duration asked(String value) {
        return value.matches("[0-9]+") ? seconds(value) : untilDate(value);
    }

    /** More than nine digits are decades. */
    private static Duration seconds(String digits) {
        return digits.length() > 9 ? LONGEST : Duration.ofSeconds(Long.parseLong(digits));
    }

    private Duration untilDate(String value) {
        return DATES.stream()
                .flatMap(form -> read(value, form).stream())
                .findFirst()
                .map(then -> Duration.between(clock.instant(), then))
                .filter(left -> !left.isNegative())
                .orElse(Duration.ZERO);
    }

    private static Optional<Instant> read(String value, DateTimeFormatter form) {
        try {
            return Optional.of(
                    ZonedDateTime.parse(value, form.withZone(ZoneOffset.UTC)).toInstant());
        } catch (DateTimeException other) {
            return Optional.empty();
        }
    }
}
