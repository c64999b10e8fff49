package dev.samekey.steps.judge.expect;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.model.targets.Operation;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What one operation has left at each place, in the order of time; what has no time is last. */
public record OperationTrace(List<Entry> entries) {
    /** With a blank or a T between date and time, with minutes in the offset or without. */
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendPattern("[' ']['T']")
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendPattern("[XXX][X]")
            .toFormatter(Locale.ROOT);

    public OperationTrace(List<Entry> entries) {
        this.entries = entries.stream()
                .sorted(Comparator.comparing(Entry::when, Comparator.nullsLast(Comparator.naturalOrder())))
                .toList();
    }

    /** @param id the operation's id in that place, or null where there is none */
    public record Entry(
            String place, @Nullable Instant when, @Nullable String id, String what) {
        /** An id that is there and empty is none. */
        public Entry {
            id = id == null || id.isEmpty() ? null : id;
        }

        private String shown() {
            return id == null ? "none" : id;
        }
    }

    /** The time as databases and logs write it, or null where it is none, or does not say of which zone it is. */
    public static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : TIME.parse(text, Instant::from);
        } catch (DateTimeException other) {
            return null;
        }
    }

    /** Whether each place has an id, and all the same. */
    public boolean hasOneId() {
        return entries.stream().allMatch(entry -> entry.id() != null)
                && distinct().size() == 1;
    }

    /** Each id with the places where it stands. */
    public String ids() {
        return distinct().stream().map(id -> id + " (" + places(id) + ")").collect(Collectors.joining(", "));
    }

    /** As a table that a person can follow. */
    public Evidence evidence(String operation) {
        int width = Stream.concat(Stream.of("place"), entries.stream().map(Entry::place))
                .mapToInt(String::length)
                .max()
                .orElseThrow();
        String line = "%-" + width + "s | %-30s | %-36s | %s";
        StringJoiner table = new StringJoiner("\n").add(line.formatted("place", "when", "operation id", "what"));
        entries.forEach(entry -> table.add(line.formatted(
                entry.place(), Objects.requireNonNullElse(entry.when(), ""), entry.shown(), entry.what())));
        return Evidence.text(EvidenceKind.STORY, "the traces of " + Operation.withArticle(operation), table.toString());
    }

    private Set<String> distinct() {
        return entries.stream().map(Entry::shown).collect(Collectors.toCollection(TreeSet::new));
    }

    private String places(String id) {
        return entries.stream()
                .filter(entry -> entry.shown().equals(id))
                .map(Entry::place)
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
