package dev.samekey.server.dialect;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: 100ms, 30s, 10m, 24h or 7d. */
final class Durations {
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,8})(ms|s|m|h|d)");

    private Durations() {}

    static Optional<Duration> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(of(Long.parseLong(matcher.group(1)), matcher.group(2)))
                : Optional.empty();
    }

    private static Duration of(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }
}
