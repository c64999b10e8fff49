package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.Scenario;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which scenarios run.
 *
 * @param whole the ids of the clauses that are judged for every operation
 * @param sampled the ids of those that are judged for the first operation of each outline only, and looked at once
 */
public record Choice(Set<String> whole, Set<String> sampled) {
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
    boolean isWhole(Scenario scenario) {
        return whole.contains(scenario.clause());
    }

    /** An outline, as far as it is of one clause. */
    private record Outline(URI feature, int line, String clause) {}

    List<Scenario> of(List<Scenario> all) {
        Set<Outline> seen = new HashSet<>();
        return all.stream()
                .filter(scenario ->
                        isWhole(scenario) || (sampled.contains(scenario.clause()) && seen.add(outline(scenario))))
                .toList();
    }

    private static Outline outline(Scenario scenario) {
        return new Outline(scenario.feature(), scenario.outline(), scenario.clause());
    }
}
