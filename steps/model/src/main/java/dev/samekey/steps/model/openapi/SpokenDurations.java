package dev.samekey.steps.model.openapi;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** SpokenDurations in prose: {@code 24 hours}, {@code 24h}, {@code seven days}, {@code PT24H}. */
public final class SpokenDurations {
    private static final List<String> NUMBERS =
            List.of("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");
    private static final Pattern PROSE = Pattern.compile(
            "(?i)\\b(\\d{1,9}(?=[ \\u00a0-]?[a-z])|(?:an?|" + String.join("|", NUMBERS)
                    + ")(?=[ \\u00a0-]))[ \\u00a0-]?(ms|milliseconds?|s|secs?|seconds?|min|minutes?|m|h|hrs?|hours?|d|days?|weeks?)\\b");
    private static final Pattern ISO = Pattern.compile("\\bP(?=[\\dT])[\\dDTHMS]+\\b");

    private SpokenDurations() {}

    /** All that a text names. */
    public static Set<Duration> in(String text) {
        Set<Duration> found = new LinkedHashSet<>();
        Matcher prose = PROSE.matcher(text);
        while (prose.find()) {
            found.add(unit(prose.group(2)).multipliedBy(number(prose.group(1).toLowerCase(Locale.ROOT))));
        }
        Matcher iso = ISO.matcher(text);
        while (iso.find()) {
            parsed(iso.group()).ifPresent(found::add);
        }
        return found;
    }

    /** A duration as a dialect writes it, in the largest unit that divides it. */
    public static String written(Duration duration) {
        long ms = duration.toMillis();
        if (ms % 1000 != 0) {
            return ms + "ms";
        }
        long seconds = ms / 1000;
        // 24 h is what people write, and not 1 d.
        return seconds % 86_400 == 0 && seconds > 86_400
                ? seconds / 86_400 + "d"
                : seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    private static long number(String word) {
        if (word.matches("\\d+")) {
            return Long.parseLong(word);
        }
        return word.startsWith("a") ? 1 : NUMBERS.indexOf(word);
    }

    private static Duration unit(String word) {
        String unit = word.toLowerCase(Locale.ROOT);
        if (unit.startsWith("ms") || unit.startsWith("milli")) {
            return Duration.ofMillis(1);
        }
        return switch (unit.charAt(0)) {
            case 's' -> Duration.ofSeconds(1);
            case 'm' -> Duration.ofMinutes(1);
            case 'h' -> Duration.ofHours(1);
            case 'd' -> Duration.ofDays(1);
            default -> Duration.ofDays(7);
        };
    }

    private static Optional<Duration> parsed(String text) {
        try {
            return Optional.of(Duration.parse(text));
        } catch (DateTimeParseException none) {
            return Optional.empty();
        }
    }
}
