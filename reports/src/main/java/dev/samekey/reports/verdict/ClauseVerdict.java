package dev.samekey.reports.verdict;

import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/** What a clause came out as, and the scenarios that say so. */
public record ClauseVerdict(Clause clause, Verdict verdict, String reason, List<ScenarioResult> scenarios) {
    static ClauseVerdict of(Clause clause, List<ScenarioResult> scenarios) {
        List<ScenarioResult> aside =
                scenarios.stream().filter(ClauseVerdict::isAside).toList();
        if (!aside.isEmpty() && aside.size() < scenarios.size()) {
            List<ScenarioResult> rest = new ArrayList<>(scenarios);
            rest.removeAll(aside);
            ClauseVerdict judged = of(clause, rest);
            String reason = judged.reason().isEmpty() ? reason(aside.get(0)) : judged.reason();
            return new ClauseVerdict(clause, judged.verdict(), reason, scenarios);
        }
        Verdict worst =
                Verdict.worst(scenarios.stream().map(ScenarioResult::verdict).toList());
        String reason = scenarios.stream()
                .filter(scenario -> scenario.verdict() == worst)
                .findFirst()
                .map(ClauseVerdict::reason)
                .orElse("no scenario was run");
        return new ClauseVerdict(clause, worst, reason, scenarios);
    }

    /** That an API has nothing of what an optional scenario is about takes nothing from what was seen in others. */
    private static boolean isAside(ScenarioResult scenario) {
        return scenario.verdict() == Verdict.NOT_CHECKED && scenario.optional();
    }

    private static String reason(ScenarioResult scenario) {
        if (scenario.reason().isEmpty()) {
            return "";
        }
        return (scenario.operation() == null ? "" : scenario.operation() + ": ") + scenario.reason();
    }
}
