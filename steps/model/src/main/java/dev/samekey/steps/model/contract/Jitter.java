package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.samekey.steps.model.file.Nearest;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Between which parts of a delay a client chooses at random. The names are those of Brooker, <i>Exponential Backoff And
 * Jitter</i> (AWS Architecture Blog, 2015).
 *
 * @param from the least part, such as 0.5
 * @param to the greatest part, such as 1
 * @param isDecorrelated the delay is chosen from the initial one to three times the previous one, and the parts do not count
 */
public record Jitter(double from, double to, boolean isDecorrelated) {
    /** The delay as it is. */
    public static final Jitter NONE = new Jitter(1, 1, false);

    /** From half of the delay to the whole. */
    public static final Jitter EQUAL = new Jitter(0.5, 1, false);

    /** From nothing to the whole. */
    public static final Jitter FULL = new Jitter(0, 1, false);

    /** From the initial delay to three times the previous one. */
    public static final Jitter DECORRELATED = new Jitter(0, 1, true);

    private static final Map<String, Jitter> NAMED = named();

    public Jitter {
        if (!(from >= 0 && from <= to && to <= 10)) {
            throw new IllegalArgumentException("should be from 0 to 10, from no more than to");
        }
    }

    private static Map<String, Jitter> named() {
        Map<String, Jitter> named = new LinkedHashMap<>();
        named.put("none", NONE);
        named.put("equal", EQUAL);
        named.put("full", FULL);
        named.put("decorrelated", DECORRELATED);
        return named;
    }

    @JsonCreator
    static Jitter of(String name) {
        Jitter known = NAMED.get(name.toLowerCase(Locale.ROOT));
        if (known == null) {
            throw new IllegalArgumentException("«" + name + "» is not known" + Nearest.hint(name, NAMED.keySet()));
        }
        return known;
    }

    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    static Jitter of(@JsonProperty("from") @Nullable Double from, @JsonProperty("to") @Nullable Double to) {
        if (from == null || to == null) {
            throw new IllegalArgumentException("should be a word, or have from and to");
        }
        return new Jitter(from, to, false);
    }

    /** Its name, or such as {@code 0.9 to 1.1}. */
    @Override
    public String toString() {
        return NAMED.entrySet().stream()
                .filter(entry -> entry.getValue().equals(this))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(from + " to " + to);
    }
}
