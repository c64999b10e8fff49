package dev.samekey.oracles.traces;

import java.util.Map;
import java.util.TreeMap;

/**
 * One span.
 *
 * @param attributes each as text
 */
public record Span(String trace, String name, Map<String, String> attributes) {
    public Span {
        attributes = Map.copyOf(attributes);
    }

    boolean has(String attribute, String value) {
        return value.equals(attributes.get(attribute));
    }

    @Override
    public String toString() {
        return trace + " «" + name + "» " + new TreeMap<>(attributes);
    }
}
