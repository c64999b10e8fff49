package dev.samekey.client;

import dev.samekey.client.AttemptResult.Response;
import dev.samekey.server.contract.RetryRules.RetryAfterRules;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * Waits for Retry-After in both its forms (RFC 9110, 10.2.3), seconds or a date, and at least its own delay. What is
 * neither form is as if it were not there.
 */
public record RetryAfterHeader(RetryAfterRules rules, Clock clock) implements RetryAfter {
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
        try {
            Instant then = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration left = Duration.between(clock.instant(), then);
            return left.isNegative() ? Duration.ZERO : left;
        } catch (DateTimeException neither) {
            return Duration.ZERO;
        }
    }
}
