package dev.samekey.steps.model.conditions;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The conditions of one run of a scenario.
 *
 * @param values by factor, each that is not the usual one
 */
public record Combination(Map<String, String> values) {
    /** Nothing but what is usual. */
    public static final Combination USUAL = new Combination(Map.of());

    /** In the order that they are given in. */
    public Combination {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    public boolean has(ShippedCondition condition) {
        return condition.value().equals(values.get(condition.factor()));
    }

    public boolean isUsual() {
        return values.isEmpty();
    }

    /** The factors that are not as usual. */
    public Set<String> factors() {
        return values.keySet();
    }

    /** The same with the usual value of a factor. */
    public Combination without(String factor) {
        Map<String, String> fewer = new LinkedHashMap<>(values);
        fewer.remove(factor);
        return new Combination(fewer);
    }

    /** Whether it has all of another one. */
    public boolean contains(Combination other) {
        return values.entrySet().containsAll(other.values.entrySet());
    }

    /** Such as {@code key: long, replica: other}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        values.forEach((factor, value) -> text.append(text.isEmpty() ? "" : ", ")
                .append(factor)
                .append(": ")
                .append(value));
        return text.isEmpty() ? "as usual" : text.toString();
    }
}
