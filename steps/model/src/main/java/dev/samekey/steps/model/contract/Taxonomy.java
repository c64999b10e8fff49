package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** @param statuses by the first parts of a code, such as {@code CONFLICT} or {@code CONFLICT.version}: those it may have */
public record Taxonomy(@JsonValue Map<String, List<Integer>> statuses) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Taxonomy {}

    /** The statuses that an error with this code may have; the longest entry that fits says it. */
    public Optional<List<Integer>> of(String code) {
        return statuses.keySet().stream()
                .filter(part -> (code + ".").startsWith(part + "."))
                .max(Comparator.comparing(String::length))
                .map(statuses::get);
    }
}
