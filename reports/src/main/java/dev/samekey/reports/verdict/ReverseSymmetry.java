package dev.samekey.reports.verdict;

import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Trait;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * REV-1: what holds for each create holds for each reverse. It is read off the verdicts of the outlines. A race that breaks for
 * one of them only has been lucky there.
 */
final class ReverseSymmetry {
    private final Api api;

    ReverseSymmetry(Api api) {
        this.api = api;
    }

    ClauseVerdict judge(Clause clause, List<ScenarioResult> scenarios) {
        List<String> differing = new ArrayList<>();
        List<ScenarioResult> broken = new ArrayList<>();
        List<String> compared = new ArrayList<>();
        Map<String, List<ScenarioResult>> groups = byClause(scenarios);
        for (Map.Entry<String, List<ScenarioResult>> group : groups.entrySet()) {
            List<ScenarioResult> creates = of(Role.CREATE, group.getValue());
            List<ScenarioResult> reverses = of(Role.REVERSE, group.getValue()).stream()
                    .filter(scenario -> !isShared(scenario, groups))
                    .toList();
            boolean createsHold =
                    !creates.isEmpty() && creates.stream().allMatch(scenario -> scenario.verdict() == Verdict.HELD);
            if (createsHold
                    && reverses.stream().anyMatch(scenario -> scenario.verdict().isJudged())) {
                compared.add(group.getKey());
                List<ScenarioResult> worse = reverses.stream()
                        .filter(scenario -> scenario.verdict() == Verdict.BROKEN && !isByChance(scenario, groups))
                        .toList();
                worse.forEach(scenario -> differing.add(group.getKey() + " (" + scenario.operation() + ")"));
                broken.addAll(worse);
            }
        }
        String reason = api.noReverse();
        if (reason != null) {
            return new ClauseVerdict(clause, Verdict.NOT_APPLICABLE, "the API offers no reverse: " + reason, List.of());
        }
        if (compared.isEmpty()) {
            return new ClauseVerdict(
                    clause,
                    Verdict.NOT_CHECKED,
                    "no clause holds for a create and was judged for a reverse",
                    List.of());
        }
        String named = String.join(", ", differing.stream().distinct().toList());
        return differing.isEmpty()
                ? new ClauseVerdict(
                        clause,
                        Verdict.HELD,
                        "compared a create and a reverse by " + Derived.named(compared),
                        List.of())
                : new ClauseVerdict(
                        clause,
                        Verdict.BROKEN,
                        "held for create, broken for reverse: " + named,
                        broken,
                        cause(broken.get(0)),
                        List.of());
    }

    /** Whether it is broken because of a clause that is broken for a create too: that it shows for one of them only is luck. */
    private boolean isShared(ScenarioResult scenario, Map<String, List<ScenarioResult>> groups) {
        String cause = scenario.cause();
        return cause != null
                && of(Role.CREATE, groups.getOrDefault(cause, List.of())).stream()
                        .anyMatch(create -> create.verdict() == Verdict.BROKEN);
    }

    /** Whether it is broken by a race, or because of a clause that is broken for the same operation by races alone. */
    private static boolean isByChance(ScenarioResult scenario, Map<String, List<ScenarioResult>> groups) {
        String cause = scenario.cause();
        List<ScenarioResult> causes = groups.getOrDefault(cause == null ? "" : cause, List.of()).stream()
                .filter(other ->
                        other.verdict() == Verdict.BROKEN && Objects.equals(other.operation(), scenario.operation()))
                .toList();
        return scenario.has(Trait.CHANCE)
                || (!causes.isEmpty() && causes.stream().allMatch(other -> other.has(Trait.CHANCE)));
    }

    /** That of the first break, or its clause. */
    private static String cause(ScenarioResult broken) {
        String earlier = broken.cause();
        return earlier == null ? broken.clauses().get(0) : earlier;
    }

    private static Map<String, List<ScenarioResult>> byClause(List<ScenarioResult> scenarios) {
        Map<String, List<ScenarioResult>> groups = new LinkedHashMap<>();
        for (ScenarioResult scenario : scenarios) {
            scenario.clauses()
                    .forEach(id -> groups.computeIfAbsent(id, unused -> new ArrayList<>())
                            .add(scenario));
        }
        return groups;
    }

    private List<ScenarioResult> of(Role role, List<ScenarioResult> scenarios) {
        return scenarios.stream()
                .filter(scenario -> api.is(role, scenario.operation()))
                .toList();
    }
}
