package dev.samekey.reports.verdict;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a run leaves out of what it could judge.
 *
 * @param operations the names of those that are judged; empty for all
 * @param scenarios parts of titles, or places, of those that run; empty for all
 * @param settled the ids of the clauses that were chosen, and are not judged: the report before has neither broken nor
 *     inconclusive ones among them
 */
public record Narrowed(Set<String> operations, Set<String> scenarios, Set<String> settled) {
    /** Nothing. */
    public static final Narrowed NOT = new Narrowed(Set.of(), Set.of(), Set.of());

    public Narrowed {
        operations = sorted(operations);
        scenarios = sorted(scenarios);
        settled = sorted(settled);
    }

    /** Reports of equal runs are equal. */
    private static Set<String> sorted(Set<String> names) {
        return Collections.unmodifiableSet(new TreeSet<>(names));
    }

    /** Whether it leaves out scenarios of the clauses that it judges. */
    boolean leavesOutScenarios() {
        return !operations.isEmpty() || !scenarios.isEmpty();
    }
}
