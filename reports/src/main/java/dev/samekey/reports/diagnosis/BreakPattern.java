package dev.samekey.reports.diagnosis;

import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.steps.model.contract.Consequences;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which clauses were seen broken and which were seen to hold. Of all others nothing is known.
 *
 * @param broken their ids, in the order in which they were given
 * @param held their ids
 */
public record BreakPattern(Set<String> broken, Set<String> held) {
    public BreakPattern {
        broken = Collections.unmodifiableSet(new LinkedHashSet<>(broken));
        held = Set.copyOf(held);
    }

    /** What a run has seen. */
    public static BreakPattern of(Collection<ClauseVerdict> clauses) {
        return new BreakPattern(ids(clauses, Verdict.BROKEN), ids(clauses, Verdict.HELD));
    }

    private static Set<String> ids(Collection<ClauseVerdict> clauses, Verdict such) {
        return clauses.stream()
                .filter(clause -> clause.verdict() == such)
                .map(clause -> clause.clause().id())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** What is broken and need not follow from another break; all that is broken, where each may follow from another. */
    List<String> ownBreaks(Consequences consequences) {
        List<String> own = broken.stream()
                .filter(clause -> Collections.disjoint(consequences.allCauses(clause), broken))
                .toList();
        return own.isEmpty() ? List.copyOf(broken) : own;
    }

    /** What is broken in both. */
    List<String> brokenIn(BreakPattern other) {
        return broken.stream().filter(other.broken::contains).toList();
    }

    /** Of the clauses that both have judged and one has broken, the share that both have broken: 0 to 1. */
    double likeness(BreakPattern other) {
        int both = brokenIn(other).size();
        long one = broken.stream().filter(other.held::contains).count()
                + other.broken.stream().filter(held::contains).count();
        return both == 0 ? 0 : both / (double) (both + one);
    }
}
