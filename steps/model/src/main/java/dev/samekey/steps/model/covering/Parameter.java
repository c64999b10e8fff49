package dev.samekey.steps.model.covering;

import java.util.List;

/** What has one of some values in each row of an array. */
public record Parameter(String name, List<String> values) {
    /** @throws IllegalArgumentException where it has no value */
    public Parameter {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("«" + name + "» has no value");
        }
    }
}
