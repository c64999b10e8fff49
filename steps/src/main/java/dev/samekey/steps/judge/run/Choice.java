package dev.samekey.steps.judge.run;

import io.cucumber.core.gherkin.Pickle;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Which scenarios run.
 *
 * @param whole the ids of the clauses that are judged for every operation
 * @param sampled the ids of those that are judged for the first operation of each outline only, and looked at once
 */
public record Choice(Set<String> whole, Set<String> sampled) {
    private static final Pattern CLAUSE = Pattern.compile("@[A-Z]+-\\d+");

    public Choice {
        whole = Set.copyOf(whole);
        sampled = Set.copyOf(sampled);
    }

    /** Every scenario of these clauses. */
    public static Choice of(Set<String> clauses) {
        return new Choice(clauses, Set.of());
    }

    /** All of them. */
    public Set<String> clauses() {
        Set<String> all = new TreeSet<>(whole);
        all.addAll(sampled);
        return all;
    }

    /** Whether the scenario is of a clause that is judged for every operation. */
    boolean isWhole(Pickle pickle) {
        return whole.contains(clause(pickle));
    }

    /** An outline, as far as it is of one clause. */
    private record Outline(URI feature, int line, String clause) {}

    List<Pickle> of(List<Pickle> all) {
        Set<Outline> seen = new HashSet<>();
        return all.stream()
                .filter(pickle -> isWhole(pickle) || (sampled.contains(clause(pickle)) && seen.add(outline(pickle))))
                .toList();
    }

    private static Outline outline(Pickle pickle) {
        return new Outline(pickle.getUri(), pickle.getScenarioLocation().getLine(), clause(pickle));
    }

    /** Every scenario has one (a lint test sees to it). */
    static String clause(Pickle pickle) {
        return clauses(pickle).stream().findFirst().orElse("");
    }

    /** The ids among its tags. */
    static List<String> clauses(Pickle pickle) {
        return pickle.getTags().stream()
                .filter(tag -> CLAUSE.matcher(tag).matches())
                .map(tag -> tag.substring(1))
                .toList();
    }
}
