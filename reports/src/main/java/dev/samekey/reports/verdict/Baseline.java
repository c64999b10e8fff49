package dev.samekey.reports.verdict;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The breaks that a team knows of: none of them is news, and one that no longer happens is.
 *
 * @param narrowed what the run leaves out: where that is scenarios of a clause, what holds may still be broken
 */
public record Baseline(List<KnownBreak> breaks, Narrowed narrowed) {
    public static final Baseline NONE = new Baseline(List.of());

    /** That of a run that judges its clauses whole. */
    public Baseline(List<KnownBreak> breaks) {
        this(breaks, Narrowed.NOT);
    }

    /** The same for a run that leaves this out. */
    public Baseline narrowed(Narrowed other) {
        return new Baseline(breaks, other);
    }

    /**
     * Reads a baseline, such as {@code known_breaks: [{clause: RPL-2, operation: refund, reason: …, since: 2026-01-02}]}.
     * Without an operation all of them are meant.
     *
     * @param clauses the ids that may be listed
     * @param operations the names of the target's operations
     * @throws BadFile with file, line and member, when it cannot be used
     */
    public static Baseline read(Path path, Set<String> clauses, Set<String> operations) {
        return of(YamlFile.read(path), clauses, operations);
    }

    static Baseline of(YamlFile file, Set<String> clauses, Set<String> operations) {
        List<Entry> entries = file.as(Document.class).knownBreaks();
        if (entries == null) {
            throw file.error(List.of("known_breaks"), "has no value; a list without entries is []");
        }
        List<KnownBreak> breaks = new ArrayList<>();
        Map<String, String> places = new HashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            Place at = new Place(file, String.valueOf(i));
            KnownBreak known = at.known(entries.get(i), clauses, operations);
            String other = places.put(known.subject(), known.place());
            if (other != null) {
                throw at.error("clause", known.subject() + " is listed already, at " + other);
            }
            breaks.add(known);
        }
        return new Baseline(List.copyOf(breaks));
    }

    /** The entry that a scenario's break stands in. */
    public Optional<KnownBreak> of(ClauseVerdict clause, ScenarioResult scenario) {
        return of(clause.clause().id(), scenario);
    }

    Optional<KnownBreak> of(String clause, ScenarioResult scenario) {
        return of(clause).stream().filter(known -> known.covers(scenario)).findFirst();
    }

    /** What is listed of a clause and was seen not to be broken any more. */
    List<KnownBreak> gone(ClauseVerdict clause) {
        return narrowed.leavesOutScenarios()
                ? List.of()
                : of(clause).stream().filter(known -> known.isGone(clause)).toList();
    }

    /** What is listed of a clause. */
    public List<KnownBreak> of(ClauseVerdict clause) {
        return of(clause.clause().id());
    }

    private List<KnownBreak> of(String clause) {
        return breaks.stream().filter(known -> known.clause().equals(clause)).toList();
    }

    private record Document(
            @JsonProperty(required = true) @Nullable List<Entry> knownBreaks) {}

    private record Entry(
            @JsonProperty(required = true) String clause,
            @Nullable String operation,
            @JsonProperty(required = true) String reason,
            @JsonProperty(required = true) String since) {}

    /** An entry's place in its file. */
    private record Place(YamlFile file, String number) {
        KnownBreak known(@Nullable Entry entry, Set<String> clauses, Set<String> operations) {
            if (entry == null) {
                throw file.error(List.of("known_breaks", number), "has no value");
            }
            String clause = value("clause", entry.clause()).toUpperCase(Locale.ROOT);
            String operation = entry.operation();
            if (!clauses.contains(clause)) {
                throw error("clause", "no scenario judges «" + clause + "»" + Nearest.offer(clause, clauses));
            }
            if (operation != null && !operations.contains(operation)) {
                throw error("operation", "the target has no «" + operation + "»" + Nearest.hint(operation, operations));
            }
            String place = file.place(List.of("known_breaks", number));
            return new KnownBreak(clause, operation, value("reason", entry.reason()), since(entry.since()), place);
        }

        private LocalDate since(@Nullable String text) {
            try {
                return LocalDate.parse(value("since", text));
            } catch (DateTimeParseException wrong) {
                throw error("since", "«" + text + "» is no date such as 2026-01-02");
            }
        }

        private String value(String member, @Nullable String text) {
            if (text == null || text.isBlank()) {
                throw error(member, "has no value");
            }
            return text;
        }

        BadFile error(String member, String message) {
            return file.error(List.of("known_breaks", number, member), message);
        }
    }
}
