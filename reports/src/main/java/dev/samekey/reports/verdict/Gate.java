package dev.samekey.reports.verdict;

import dev.samekey.steps.model.targets.GatePolicy;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether a pipeline may go on.
 *
 * @param findings what stops it; without one it may
 */
public record Gate(GatePolicy policy, Baseline baseline, List<Finding> findings) {

    /**
     * One reason to stop.
     *
     * @param clause its id; empty for the whole run
     * @param isBreak whether it is a break, rather than something that is missing from the run or from the baseline
     * @param text a sentence
     * @param cause the ids of the clauses in consequence of which it is broken; null where it is not
     */
    public record Finding(
            String clause,
            boolean isBreak,
            String text,
            @Nullable String cause) {
        Finding(String clause, boolean isBreak, String text) {
            this(clause, isBreak, text, null);
        }
    }

    /** What stops it, for a reader: the consequences of one cause are one sentence, after all others. */
    public List<Finding> summary() {
        List<Finding> lines = new ArrayList<>();
        Map<String, List<String>> byCause = new LinkedHashMap<>();
        for (Finding finding : findings) {
            String cause = finding.cause();
            if (cause == null) {
                lines.add(finding);
            } else {
                byCause.computeIfAbsent(cause, unused -> new ArrayList<>()).add(finding.clause());
            }
        }
        byCause.forEach((cause, clauses) -> lines.add(new Finding(
                clauses.get(0),
                true,
                String.join(", ", clauses) + (clauses.size() == 1 ? " is" : " are") + " broken in consequence of "
                        + cause,
                cause)));
        return lines;
    }

    static Gate of(GatePolicy policy, Baseline baseline, List<ClauseVerdict> clauses) {
        List<Finding> findings = new ArrayList<>();
        for (ClauseVerdict clause : clauses) {
            if (isGated(policy, clause)) {
                unlisted(baseline, clause).flatMap(rest -> stop(policy, rest)).ifPresent(findings::add);
            }
            baseline.of(clause).stream()
                    .filter(known -> known.isGone(clause))
                    .map(Gate::gone)
                    .forEach(findings::add);
        }
        return new Gate(policy, baseline, List.copyOf(findings));
    }

    /** The same where the run was ended early: what it did not see lets nothing pass. */
    Gate closed() {
        List<Finding> all = new ArrayList<>(findings);
        all.add(new Finding("", false, "the run was ended before all was judged"));
        return new Gate(policy, baseline, List.copyOf(all));
    }

    /** What stops the pipeline at a clause. */
    public List<Finding> of(ClauseVerdict clause) {
        return findings.stream()
                .filter(finding -> finding.clause().equals(clause.clause().id()))
                .toList();
    }

    /** How many clauses are broken in no other way than the baseline lists. */
    public long known(List<ClauseVerdict> clauses) {
        return clauses.stream()
                .filter(clause -> clause.verdict() == Verdict.BROKEN)
                .filter(clause -> isKnown(clause))
                .count();
    }

    /** Whether the baseline lists every break of a broken clause. */
    public boolean isKnown(ClauseVerdict clause) {
        return clause.verdict() == Verdict.BROKEN
                && unlisted(baseline, clause)
                        .map(ClauseVerdict::verdict)
                        .filter(Verdict.BROKEN::equals)
                        .isEmpty();
    }

    static boolean isGated(GatePolicy policy, ClauseVerdict clause) {
        return policy.levels().contains(clause.clause().level());
    }

    /** The clause as it would have come out without its known breaks; nothing where there is nothing else. */
    private static Optional<ClauseVerdict> unlisted(Baseline baseline, ClauseVerdict clause) {
        List<ScenarioResult> rest = clause.scenarios().stream()
                .filter(scenario -> baseline.of(clause, scenario).isEmpty())
                .toList();
        if (rest.size() == clause.scenarios().size()) {
            return Optional.of(clause);
        }
        return rest.isEmpty() ? Optional.empty() : Optional.of(ClauseVerdict.of(clause.clause(), rest));
    }

    private static Optional<Finding> stop(GatePolicy policy, ClauseVerdict clause) {
        return switch (clause.verdict()) {
            case HELD ->
                clause.unchecked().isEmpty()
                        ? Optional.empty()
                        : unseen(policy.notChecked(), clause, "was " + clause.reason());
            case BROKEN ->
                Optional.of(finding(
                        clause,
                        "is broken" + operations(clause)
                                + (clause.cause() == null ? "" : ", in consequence of " + clause.cause())));
            case INCONCLUSIVE -> unseen(policy.inconclusive(), clause, "is inconclusive: " + clause.reason());
            case NOT_CHECKED -> unseen(policy.notChecked(), clause, "was not checked: " + clause.reason());
            default -> Optional.empty();
        };
    }

    private static Optional<Finding> unseen(GatePolicy.Decision decision, ClauseVerdict clause, String what) {
        return decision == GatePolicy.Decision.FAILS ? Optional.of(finding(clause, what)) : Optional.empty();
    }

    private static Finding finding(ClauseVerdict clause, String what) {
        return new Finding(
                clause.clause().id(),
                clause.verdict() == Verdict.BROKEN,
                clause.clause().id() + " " + clause.clause().title() + " " + what,
                clause.cause());
    }

    private static String operations(ClauseVerdict clause) {
        String named = clause.scenarios().stream()
                .filter(scenario -> scenario.verdict() == Verdict.BROKEN && scenario.operation() != null)
                .map(ScenarioResult::operation)
                .distinct()
                .collect(Collectors.joining(", "));
        return named.isEmpty() ? "" : " for " + named;
    }

    private static Finding gone(KnownBreak known) {
        return new Finding(
                known.clause(),
                false,
                known.place() + ": " + known.subject() + " is listed as broken since " + known.since()
                        + ", and it is not broken any more: take the entry away");
    }
}
