package dev.samekey.steps.model.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: 100ms, 30s, 10m, 24h, 7d. */
public final class Durations extends StdScalarDeserializer<Duration> {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");
    private static final Map<String, TemporalUnit> UNITS = Map.of(
            "ms", ChronoUnit.MILLIS,
            "s", ChronoUnit.SECONDS,
            "m", ChronoUnit.MINUTES,
            "h", ChronoUnit.HOURS,
            "d", ChronoUnit.DAYS);

    Durations() {
        super(Duration.class);
    }

    /** What such a text says; nothing where it is no duration. */
    public static Optional<Duration> of(String text) {
        Matcher parts = TEXT.matcher(text);
        return parts.matches()
                ? Optional.of(
                        Duration.of(Long.parseLong(parts.group(1)), Objects.requireNonNull(UNITS.get(parts.group(2)))))
                : Optional.empty();
    }

    @Override
    public Duration deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        String text = parser.getText();
        Optional<Duration> duration = of(text);
        if (duration.isEmpty()) {
            throw context.weirdStringException(text, Duration.class, "is no duration");
        }
        return duration.get();
    }
}
