package dev.samekey.reports.verdict;

import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;

/** The verdict on a clause, and the scenarios that it comes from. */
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

    /** An API may well have nothing of what an optional scenario is about: the verdict of the others stands. */
    private static boolean isAside(ScenarioResult scenario) {
        return scenario.verdict() == Verdict.NOT_CHECKED && scenario.optional();
    }

    private static String reason(ScenarioResult scenario) {
        // The sentence of a break names its operation.
        boolean isNamed = scenario.verdict() == Verdict.BROKEN || scenario.operation() == null;
        return isNamed || scenario.reason().isEmpty()
                ? scenario.sentence()
                : scenario.operation() + ": " + scenario.reason();
    }
}
