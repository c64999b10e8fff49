package dev.samekey.reports.verdict;

import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.verdict.NotReached;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Trait;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on a clause, and the scenarios that it comes from.
 *
 * @param cause the ids of the clauses in consequence of which it is broken; null for a finding of its own
 * @param unchecked why it was not checked for some operations, where it held for others; empty where there is none
 * @param unreached what there was no time for; null where there was time for all
 */
public record ClauseVerdict(
        Clause clause,
        Verdict verdict,
        String reason,
        List<ScenarioResult> scenarios,
        @Nullable String cause,
        List<String> unchecked,
        @Nullable Unreached unreached) {

    ClauseVerdict(
            Clause clause,
            Verdict verdict,
            String reason,
            List<ScenarioResult> scenarios,
            @Nullable String cause,
            List<String> unchecked) {
        this(clause, verdict, reason, scenarios, cause, unchecked, null);
    }

    ClauseVerdict(Clause clause, Verdict verdict, String reason, List<ScenarioResult> scenarios) {
        this(clause, verdict, reason, scenarios, Causes.common(scenarios).orElse(null), List.of());
    }

    static ClauseVerdict of(Clause clause, List<ScenarioResult> scenarios) {
        ClauseVerdict judged = judged(clause, scenarios);
        return Unreached.among(scenarios).map(judged::lacking).orElse(judged);
    }

    /** The same, which says what there was no time for. */
    private ClauseVerdict lacking(Unreached rest) {
        List<String> others = scenarios.stream()
                .filter(scenario -> scenario.verdict() == Verdict.NOT_CHECKED && !NotReached.is(scenario))
                .map(ClauseVerdict::reason)
                .distinct()
                .toList();
        String also = others.isEmpty() ? "" : "; not checked: " + others.get(0);
        return switch (verdict) {
            case BROKEN -> new ClauseVerdict(clause, verdict, reason, scenarios, cause, unchecked, rest);
            case HELD -> {
                List<String> all = new ArrayList<>(others);
                all.add(rest.missing());
                yield new ClauseVerdict(clause, verdict, rest.sentence() + also, scenarios, cause, all, rest);
            }
            case NOT_CHECKED ->
                new ClauseVerdict(clause, verdict, rest.sentence() + also, scenarios, cause, unchecked, rest);
            default ->
                new ClauseVerdict(clause, verdict, reason + "; " + rest.sentence(), scenarios, cause, unchecked, rest);
        };
    }

    /** The same of a clause that is derived from these scenarios, some of which there was no time for. */
    ClauseVerdict restingOn(List<ScenarioResult> those) {
        return Unreached.among(those)
                .filter(rest -> verdict != Verdict.NOT_APPLICABLE && verdict != Verdict.BROKEN)
                .map(rest -> new ClauseVerdict(
                        clause,
                        verdict,
                        reason + "; " + rest.missing(),
                        scenarios,
                        cause,
                        verdict == Verdict.HELD ? List.of(rest.missing()) : unchecked,
                        rest))
                .orElse(this);
    }

    private static ClauseVerdict judged(Clause clause, List<ScenarioResult> scenarios) {
        List<ScenarioResult> aside =
                scenarios.stream().filter(ClauseVerdict::isAside).toList();
        if (!aside.isEmpty() && aside.size() < scenarios.size()) {
            List<ScenarioResult> rest = new ArrayList<>(scenarios);
            rest.removeAll(aside);
            ClauseVerdict judged = judged(clause, rest);
            String reason = judged.reason().isEmpty() ? reason(aside.get(0)) : judged.reason();
            return new ClauseVerdict(clause, judged.verdict(), reason, scenarios, judged.cause(), judged.unchecked());
        }
        Verdict worst =
                Verdict.worst(scenarios.stream().map(ScenarioResult::verdict).toList());
        if (worst == Verdict.NOT_CHECKED) {
            List<ScenarioResult> unchecked = unchecked(scenarios);
            if (!unchecked.isEmpty()) {
                List<String> reasons =
                        unchecked.stream().map(ClauseVerdict::reason).distinct().toList();
                return new ClauseVerdict(
                        clause, Verdict.HELD, "not checked everywhere: " + reasons.get(0), scenarios, null, reasons);
            }
        }
        // What another clause has brought says less than a break of its own.
        String reason = scenarios.stream()
                .filter(scenario -> scenario.verdict() == worst)
                .min(Comparator.comparing(scenario -> scenario.cause() != null))
                .map(ClauseVerdict::reason)
                .orElse("no scenario was run");
        return new ClauseVerdict(clause, worst, reason, scenarios);
    }

    /** The first failure of the harness itself, a sentence; the clause may be broken elsewhere all the same. */
    Optional<String> failure() {
        return scenarios.stream()
                .filter(scenario -> scenario.verdict() == Verdict.HARNESS_ERROR)
                .findFirst()
                .map(scenario -> clause.id() + " " + reason(scenario));
    }

    /** What was not checked, where the clause held for another operation in all that is looked at; else nothing. */
    private static List<ScenarioResult> unchecked(List<ScenarioResult> scenarios) {
        Map<Optional<String>, List<Verdict>> byOperation = new LinkedHashMap<>();
        scenarios.forEach(scenario -> byOperation
                .computeIfAbsent(Optional.ofNullable(scenario.operation()), unused -> new ArrayList<>())
                .add(scenario.verdict()));
        byOperation.remove(Optional.<String>empty());
        boolean heldSomewhere =
                byOperation.values().stream().anyMatch(verdicts -> Verdict.worst(verdicts) == Verdict.HELD);
        return heldSomewhere
                ? scenarios.stream()
                        .filter(scenario -> scenario.verdict() == Verdict.NOT_CHECKED)
                        .toList()
                : List.of();
    }

    /** An API may well have nothing of what an optional scenario is about: the verdict of the others stands. */
    private static boolean isAside(ScenarioResult scenario) {
        return scenario.verdict() == Verdict.NOT_CHECKED && scenario.has(Trait.OPTIONAL) && !NotReached.is(scenario);
    }

    private static String reason(ScenarioResult scenario) {
        // The sentence of a break names its operation.
        boolean isNamed = scenario.verdict() == Verdict.BROKEN || scenario.operation() == null;
        return isNamed || scenario.reason().isEmpty()
                ? scenario.sentence()
                : scenario.operation() + ": " + scenario.reason();
    }
}
