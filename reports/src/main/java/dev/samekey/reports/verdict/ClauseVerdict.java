package dev.samekey.reports.verdict;

import dev.samekey.steps.contract.Clause;
import dev.samekey.steps.contract.Level;
import dev.samekey.steps.verdict.ScenarioResult;
import dev.samekey.steps.verdict.Verdict;
import java.util.List;

/** What a clause came out as, and the scenarios that say so. */
public record ClauseVerdict(Clause clause, Verdict verdict, String reason, List<ScenarioResult> scenarios) {
    /** Whether it fails a run. */
    public boolean fails() {
        return clause.level() == Level.MUST && verdict == Verdict.BROKEN;
    }

    static ClauseVerdict of(Clause clause, List<ScenarioResult> scenarios) {
        Verdict worst =
                Verdict.worst(scenarios.stream().map(ScenarioResult::verdict).toList());
        String reason = scenarios.stream()
                .filter(scenario -> scenario.verdict() == worst)
                .findFirst()
                .map(ClauseVerdict::reason)
                .orElse("no scenario was run");
        return new ClauseVerdict(clause, worst, reason, scenarios);
    }

    private static String reason(ScenarioResult scenario) {
        if (scenario.reason().isEmpty()) {
            return "";
        }
        return (scenario.operation() == null ? "" : scenario.operation() + ": ") + scenario.reason();
    }
}
