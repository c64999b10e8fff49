package dev.samekey.steps.judge.expect;

import dev.samekey.oracles.evidence.Evidence;
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
 * What each of those who tell of one operation says of it, side by side (OBS-8).
 *
 * @param rows by who tells: what is told, by what of; nobody tells all of it
 */
public record Accounts(Map<String, Map<String, String>> rows) {
    public Accounts() {
        this(new LinkedHashMap<>());
    }

    public void add(String who, Map<String, String> told) {
        rows.put(who, told);
    }

    /** What not all say alike, each with who says what. */
    public List<String> differences() {
        List<String> differences = new ArrayList<>();
        for (String column : columns()) {
            Map<String, String> said = new LinkedHashMap<>();
            rows.forEach((who, told) -> {
                if (told.containsKey(column)) {
                    said.put(who, String.valueOf(told.get(column)));
                }
            });
            if (Set.copyOf(said.values()).size() > 1) {
                differences.add(column + ": "
                        + said.entrySet().stream()
                                .map(one -> one.getKey() + " " + one.getValue())
                                .collect(Collectors.joining(", ")));
            }
        }
        return differences;
    }

    /** A line for each who tells, and a column for what is told. */
    public String table() {
        StringJoiner table = new StringJoiner("\n").add(line("told by", column -> column));
        rows.forEach((who, told) -> table.add(line(who, column -> told.getOrDefault(column, ""))));
        return table.toString();
    }

    public Evidence evidence(String operation) {
        return Evidence.text("story", "what is told of a " + operation + ", side by side", table());
    }

    private String line(String who, UnaryOperator<String> cell) {
        String first = ("%-" + width() + "s").formatted(who);
        return Stream.concat(
                        Stream.of(first),
                        columns().stream()
                                .map(column ->
                                        ("%-" + Math.max(9, column.length()) + "s").formatted(cell.apply(column))))
                .collect(Collectors.joining(" | "))
                .stripTrailing();
    }

    private int width() {
        return Stream.concat(Stream.of("told by"), rows.keySet().stream())
                .mapToInt(String::length)
                .max()
                .orElseThrow();
    }

    private Set<String> columns() {
        Set<String> columns = new LinkedHashSet<>();
        rows.values().forEach(told -> columns.addAll(told.keySet()));
        return columns;
    }
}
