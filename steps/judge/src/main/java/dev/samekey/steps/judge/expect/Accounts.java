package dev.samekey.steps.judge.expect;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What each source says of one operation, side by side (OBS-8).
 *
 * @param rows by source its values, by what they are of; no source has them all
 */
public record Accounts(Map<String, Map<String, String>> rows) {
    public Accounts() {
        this(new LinkedHashMap<>());
    }

    public void add(String source, Map<String, String> values) {
        rows.put(source, values);
    }

    /** The columns in which sources differ, each with the value of each source. */
    public List<String> differences() {
        List<String> differences = new ArrayList<>();
        for (String column : columns()) {
            Map<String, String> bySource = new LinkedHashMap<>();
            rows.forEach((source, values) -> {
                if (values.containsKey(column)) {
                    bySource.put(source, String.valueOf(values.get(column)));
                }
            });
            if (Set.copyOf(bySource.values()).size() > 1) {
                differences.add(column + ": "
                        + bySource.entrySet().stream()
                                .map(one -> one.getKey() + " " + one.getValue())
                                .collect(Collectors.joining(", ")));
            }
        }
        return differences;
    }

    /** A line for each source, and a column for each kind of value. */
    public String table() {
        StringJoiner table = new StringJoiner("\n").add(line("source", column -> column));
        rows.forEach((source, values) -> table.add(line(source, column -> values.getOrDefault(column, ""))));
        return table.toString();
    }

    /** @param operation such as {@code a payment} */
    public Evidence evidence(String operation) {
        return Evidence.text(EvidenceKind.STORY, "what each source says of " + operation, table());
    }

    private String line(String source, UnaryOperator<String> cell) {
        String first = ("%-" + width() + "s").formatted(source);
        return Stream.concat(
                        Stream.of(first),
                        columns().stream()
                                .map(column ->
                                        ("%-" + Math.max(9, column.length()) + "s").formatted(cell.apply(column))))
                .collect(Collectors.joining(" | "))
                .stripTrailing();
    }

    private int width() {
        return Stream.concat(Stream.of("source"), rows.keySet().stream())
                .mapToInt(String::length)
                .max()
                .orElseThrow();
    }

    private Set<String> columns() {
        Set<String> columns = new LinkedHashSet<>();
        rows.values().forEach(values -> columns.addAll(values.keySet()));
        return columns;
    }
}
