package dev.samekey.steps.judge.run;

import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.run.ConditionPlan.Row;
import dev.samekey.steps.judge.world.Assigned;
import dev.samekey.steps.model.conditions.Combination;
import dev.samekey.steps.model.verdict.ConditionedRun;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judges under combinations of conditions what holds as usual. What breaks is judged again, alone, with ever fewer of its
 * conditions, until each that is left is needed: that is the smallest combination that breaks it.
 */
final class UnderConditions {
    static final String CONDITIONS = "conditions";

    /** It is to name a break, not to take longer than the run. */
    private static final Duration LIMIT = Duration.ofSeconds(90);

    /** One combination for each value would be a list, not a finding. */
    private static final int MOST_CAUSES = 5;

    private static final int MOST_TRIES = 2;
    private static final int LONGEST_REASON = 200;

    private final ScenarioRunner runner;
    private final Recorder recorder;
    private final Pace pace;
    private final int atOnce;
    private final ConditionControls.Sender sender;
    private ConditionPlan plan;
    /** What was seen as usual. */
    private final Map<Scenario, Recorder.Recorded> usual = new LinkedHashMap<>();

    private final Map<Scenario, List<Seen>> seen = new LinkedHashMap<>();
    /** By scenario, all its runs under conditions, those of the search for the smallest combination too. */
    private final Map<Scenario, List<ConditionedRun>> runs = new LinkedHashMap<>();
    /** By scenario, the smallest combinations that break it, each with what was seen then. */
    private final Map<Scenario, Map<Combination, Recorder.Recorded>> causes = new LinkedHashMap<>();

    private long deadline;

    UnderConditions(
            ScenarioRunner runner,
            Recorder recorder,
            Pace pace,
            int atOnce,
            ConditionPlan plan,
            ConditionControls.Sender sender) {
        this.runner = runner;
        this.recorder = recorder;
        this.pace = pace;
        this.atOnce = atOnce;
        this.plan = plan;
        this.sender = sender;
    }

    private record Seen(Combination combination, ScenarioResult result) {
        boolean isBroken() {
            return result.verdict() == Verdict.BROKEN;
        }
    }

    /** Judges those of the scenarios that hold; what is broken as usual, be it beside others alone, needs no conditions. */
    void judge(List<Scenario> scenarios) {
        for (Scenario scenario : scenarios) {
            Recorder.Recorded recorded = recorder.newest(scenario);
            if (recorded != null
                    && recorded.result().verdict() == Verdict.HELD
                    && recorded.result().isolation() != Isolation.DISTURBED) {
                usual.put(scenario, recorded);
            }
        }
        if (plan.of(List.copyOf(usual.keySet())).isEmpty()) {
            return;
        }
        plan = plan.without(new ConditionControls(plan, sender).refused());
        usual.keySet()
                .forEach(scenario -> refused(scenario)
                        .forEach(one -> runs.computeIfAbsent(scenario, unused -> new ArrayList<>())
                                .add(new ConditionedRun(
                                        plan.values(scenario, new Combination(Map.of(one.factor(), one.value()))),
                                        Verdict.NOT_CHECKED,
                                        shortened(one.toString())))));
        for (List<Row> batch : plan.batches(List.copyOf(usual.keySet()))) {
            run(batch, atOnce)
                    .forEach((scenario, result) -> seen.computeIfAbsent(scenario, unused -> new ArrayList<>())
                            .add(result));
        }
        deadline = System.nanoTime() + LIMIT.toNanos();
        seen.forEach(this::explain);
        spread();
        seen.forEach((scenario, results) -> {
            Recorder.Recorded found = concluded(scenario, results);
            Recorder.Recorded concluded =
                    found.with(found.result().under(List.copyOf(runs.getOrDefault(scenario, List.of()))));
            recorder.keep(concluded);
            if (concluded.result().verdict() == Verdict.BROKEN) {
                recorder.tell(concluded.result());
            }
        });
    }

    /** What the target refuses in its own right; nothing of a scenario that is not tried under conditions. */
    private List<ConditionPlan.Refused> refused(Scenario scenario) {
        return plan.operations().containsKey(scenario.id()) ? plan.refused(scenario) : List.of();
    }

    /** Each of the rows once; the results of before are kept. */
    private Map<Scenario, Seen> run(List<Row> rows, int together) {
        Map<String, Combination> combinations = new LinkedHashMap<>();
        rows.forEach(row -> combinations.put(row.scenario().id(), row.combination()));
        runner.under(
                new Assigned(combinations), rows.stream().map(Row::scenario).toList(), together);
        Map<Scenario, Seen> results = new LinkedHashMap<>();
        for (Row row : rows) {
            ScenarioResult result = newest(row.scenario()).result();
            results.put(row.scenario(), new Seen(row.combination(), result));
            runs.computeIfAbsent(row.scenario(), unused -> new ArrayList<>())
                    .add(new ConditionedRun(
                            plan.values(row.scenario(), row.combination()),
                            result.verdict(),
                            shortened(result.reason())));
        }
        return results;
    }

    private Recorder.Recorded newest(Scenario scenario) {
        return Objects.requireNonNull(recorder.newest(scenario));
    }

    /** One run of a scenario alone; null where there is no more time. */
    private Recorder.@Nullable Recorded alone(Scenario scenario, Combination combination) {
        if (pace.ended() || System.nanoTime() > deadline) {
            return null;
        }
        var unused = run(List.of(new Row(scenario, combination)), 1);
        return newest(scenario);
    }

    private boolean breaks(Scenario scenario, Combination combination) {
        Recorder.Recorded recorded = alone(scenario, combination);
        return recorded != null && recorded.result().verdict() == Verdict.BROKEN;
    }

    /** What breaks with the fewest conditions is looked at first. */
    private void explain(Scenario scenario, List<Seen> results) {
        results.stream()
                .filter(Seen::isBroken)
                .sorted((one, other) -> Integer.compare(
                        one.combination().factors().size(),
                        other.combination().factors().size()))
                .forEach(broken -> explain(scenario, broken.combination()));
    }

    private void explain(Scenario scenario, Combination broken) {
        Map<Combination, Recorder.Recorded> known = causes.computeIfAbsent(scenario, unused -> new LinkedHashMap<>());
        if (known.keySet().stream().anyMatch(broken::contains) || known.size() >= MOST_CAUSES) {
            return;
        }
        // What breaks another scenario mostly breaks this one.
        for (Combination other : ofAll()) {
            if (broken.contains(other) && keep(scenario, other)) {
                return;
            }
        }
        for (int i = 0; i < MOST_TRIES; i++) {
            if (breaks(scenario, broken)) {
                var unused = keep(scenario, smallest(scenario, broken));
                return;
            }
        }
    }

    private Set<Combination> ofAll() {
        return causes.values().stream()
                .flatMap(known -> known.keySet().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Keeps a combination as a cause where the scenario breaks under it. */
    private boolean keep(Scenario scenario, Combination combination) {
        Recorder.Recorded recorded = alone(scenario, combination);
        if (recorded == null || recorded.result().verdict() != Verdict.BROKEN) {
            return false;
        }
        causes.computeIfAbsent(scenario, unused -> new LinkedHashMap<>()).put(combination, recorded);
        return true;
    }

    /** Without any of what is left the scenario holds, as far as there was time to see it. */
    private Combination smallest(Scenario scenario, Combination broken) {
        Combination left = broken;
        Combination before;
        do {
            before = left;
            for (String factor : before.factors()) {
                Combination fewer = left.without(factor);
                if (!fewer.isUsual() && breaks(scenario, fewer)) {
                    left = fewer;
                }
            }
        } while (!left.equals(before));
        return left;
    }

    /** The array tries a combination with one operation; what it breaks of the same clause is a finding of each. */
    private void spread() {
        Map<String, Set<Combination>> byClause = new LinkedHashMap<>();
        causes.forEach((scenario, known) -> byClause.computeIfAbsent(scenario.clause(), unused -> new LinkedHashSet<>())
                .addAll(known.keySet()));
        for (Scenario scenario : seen.keySet()) {
            for (Combination combination : byClause.getOrDefault(scenario.clause(), Set.of())) {
                Set<Combination> known = causes.getOrDefault(scenario, Map.of()).keySet();
                if (plan.fits(scenario, combination)
                        && known.stream().noneMatch(combination::contains)
                        && known.size() < MOST_CAUSES) {
                    var unused = keep(scenario, combination);
                }
            }
        }
    }

    private Recorder.Recorded concluded(Scenario scenario, List<Seen> results) {
        Recorder.Recorded before = Objects.requireNonNull(usual.get(scenario));
        Map<Combination, Recorder.Recorded> known = causes.getOrDefault(scenario, Map.of());
        if (!known.isEmpty()) {
            String when = known.keySet().stream().map(plan.offered()::says).collect(Collectors.joining("; and when "));
            Recorder.Recorded first = known.values().iterator().next();
            String all = known.keySet().stream().map(Combination::toString).collect(Collectors.joining("; "));
            return first.with(first.result().when(when, new Fact(CONDITIONS, all)));
        }
        Optional<Seen> once = results.stream().filter(Seen::isBroken).findFirst();
        if (once.isPresent()) {
            return before.with(intermittent(once.get()));
        }
        return before.with(before.result().with(new Fact(CONDITIONS, held(scenario, results)), List.of()));
    }

    /** What broke among others, and not when it was alone. */
    private ScenarioResult intermittent(Seen once) {
        return once.result()
                .when(
                        plan.offered().says(once.combination()) + ", once in several times",
                        new Fact(CONDITIONS, "intermittent: " + once.combination()));
    }

    private String held(Scenario scenario, List<Seen> results) {
        List<Seen> unjudged = results.stream()
                .filter(one -> one.result().verdict() != Verdict.HELD)
                .toList();
        String held = "held under " + (results.size() - unjudged.size()) + " of " + results.size() + " combinations";
        String unclear = unjudged.isEmpty()
                ? ""
                : "; not judged " + unjudged.stream().map(UnderConditions::why).collect(Collectors.joining("; "));
        return held
                + unclear
                + refused(scenario).stream()
                        .map(one -> "; " + shortened(one.toString()))
                        .collect(Collectors.joining());
    }

    private static String why(Seen one) {
        return "under {" + one.combination() + "}: "
                + shortened(one.result().verdict() + " " + one.result().reason());
    }

    private static String shortened(String reason) {
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + " …";
    }
}
