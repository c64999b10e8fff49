package dev.samekey.reports.verdict;

import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.List;

/** CON-12: what holds alone holds beside requests under other keys. It is read off the scenarios that ran side by side. */
final class Independence {
    static final String CLAUSE = "CON-12";

    /** The facts of each scenario say the same, so nothing is lost. */
    private static final int MOST_NAMED = 5;

    private Independence() {}

    /** Whether it is this clause, and a scenario breaks beside others alone: then no other clause is broken by that. */
    static boolean isBroken(Clause clause, List<ScenarioResult> scenarios) {
        return clause.id().equals(CLAUSE) && !in(Isolation.DISTURBED, scenarios).isEmpty();
    }

    static ClauseVerdict judge(Clause clause, List<ScenarioResult> scenarios) {
        List<ScenarioResult> disturbed = in(Isolation.DISTURBED, scenarios);
        if (!disturbed.isEmpty()) {
            return new ClauseVerdict(
                    clause,
                    Verdict.BROKEN,
                    why(disturbed),
                    disturbed.stream().map(Independence::broken).toList());
        }
        List<ScenarioResult> unclear = in(Isolation.UNCLEAR, scenarios);
        if (!unclear.isEmpty()) {
            return new ClauseVerdict(
                    clause,
                    Verdict.INCONCLUSIVE,
                    "broken beside other requests, and nothing shows whether they were why: " + named(unclear),
                    // They are broken, and this clause is not: reports and the gate would count them as its breaks.
                    List.of());
        }
        List<ScenarioResult> together = scenarios.stream()
                // What is read off the contract sends nothing that could be disturbed.
                .filter(scenario -> scenario.isolation() == Isolation.BESIDE_OTHERS
                        && scenario.verdict() == Verdict.HELD
                        && scenario.operation() != null)
                .toList();
        return together.size() < 2
                ? new ClauseVerdict(
                        clause,
                        Verdict.NOT_CHECKED,
                        "limits.at_once: no two scenarios that send requests held at the same time",
                        List.of())
                : new ClauseVerdict(
                        clause,
                        Verdict.HELD,
                        together.size() + " scenarios held at the same time, of "
                                + Derived.named(together.stream()
                                        .flatMap(scenario -> scenario.clauses().stream())
                                        .distinct()
                                        .toList()),
                        List.of());
    }

    /** The scenario as one of this clause: under its own it holds. */
    private static ScenarioResult broken(ScenarioResult disturbed) {
        return disturbed.breaking(
                CLAUSE,
                why(List.of(disturbed)),
                List.of(new Fact("expected", "held beside others, as alone"), new Fact("actual", "broken")));
    }

    private static String why(List<ScenarioResult> disturbed) {
        return "held alone, broken beside other requests: " + named(disturbed);
    }

    private static List<ScenarioResult> in(Isolation isolation, List<ScenarioResult> scenarios) {
        return scenarios.stream()
                .filter(scenario -> scenario.isolation() == isolation)
                .toList();
    }

    /** A few of them, and how many more there are. */
    private static String named(List<ScenarioResult> scenarios) {
        List<String> names = scenarios.stream()
                .map(scenario -> String.join(" ", scenario.clauses())
                        + (scenario.operation() == null ? "" : " (" + scenario.operation() + ")"))
                .distinct()
                .toList();
        int more = names.size() - MOST_NAMED;
        return String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
