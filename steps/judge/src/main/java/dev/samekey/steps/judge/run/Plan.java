package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.Lookup;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.model.conditions.Combination;
import dev.samekey.steps.model.conditions.ShippedCondition;
import dev.samekey.steps.model.states.KeyPath;
import dev.samekey.steps.model.states.KeyPaths;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.states.Passable;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a run would do. How many requests that takes is the sum of what the step definitions declare ({@link Costs}), with what
 * comes before each operation.
 *
 * @param scenarios in the order of the contract
 * @param combinations the runs under conditions
 * @param paths the paths through the life of a key; their requests are among those of their scenarios
 * @param controls by operation, about how many requests its controls take before and after its scenarios
 */
public record Plan(List<Item> scenarios, Map<String, Integer> controls, Combinations combinations, Paths paths) {
    private static final long PAUSE_MILLIS = 1100;

    /** What a slow operation of the bundled server takes, and one request with the counting of its effects. */
    private static final long SLOW_MILLIS = 4000;

    private static final long REQUEST_MILLIS = 40;

    /** What a start of the bundled server takes. */
    private static final long RESTART_MILLIS = 2200;

    public Plan {
        scenarios = List.copyOf(scenarios);
        controls = Map.copyOf(controls);
    }

    /**
     * One scenario.
     *
     * @param operation null where it is about none
     * @param requests about so many; none where nothing may be sent
     */
    public record Item(String clause, String name, @Nullable String operation, int requests) {}

    /**
     * The runs of scenarios under combinations of conditions.
     *
     * @param strength how many values at a time are combined; 1 where there are none
     * @param runs how many runs of scenarios
     * @param requests about so many
     * @param time about how long they take, measured with the bundled server
     * @param left what the target does not offer, each with the reason
     * @param whyNone why there is no run; empty where there is one
     */
    public record Combinations(int strength, int runs, int requests, Duration time, List<String> left, String whyNone) {
        public Combinations {
            left = List.copyOf(left);
        }
    }

    /**
     * Paths through the life of a key, with each pair of transitions that the target offers.
     *
     * @param operations those whose keys they are sent under
     * @param requests about so many
     * @param time about how long they take, measured with the bundled server
     */
    public record Paths(List<String> operations, int requests, Duration time) {
        public Paths {
            operations = List.copyOf(operations);
        }
    }

    static Plan of(List<Scenario> scenarios, Lookup lookup, TargetFile file, ConditionPlan conditions) {
        Target target = file.target();
        Map<String, Item> items = new LinkedHashMap<>();
        scenarios.forEach(scenario -> items.put(scenario.id(), item(scenario, lookup.of(scenario), file)));
        return new Plan(
                List.copyOf(items.values()),
                controls(List.copyOf(items.values()), target),
                combinations(conditions, conditions.of(scenarios), items, target),
                paths(scenarios, lookup, file));
    }

    private static Paths paths(List<Scenario> scenarios, Lookup lookup, TargetFile file) {
        List<String> operations = new ArrayList<>();
        int requests = 0;
        long ms = 0;
        for (Scenario scenario : scenarios) {
            Operation operation = scenario.has(Sharing.PAIRS) && file.target().allowsWrites()
                    ? operation(lookup.of(scenario), file.target()).orElse(null)
                    : null;
            if (operation != null) {
                operations.add(String.valueOf(operation.name()));
                List<KeyPath> all = paths(operation, file);
                ms += RESTART_MILLIS
                        * all.stream().mapToInt(KeyPath::crashes).max().orElse(0);
                for (KeyPath path : all) {
                    requests += before(operation, file.target()) + path.requests();
                    ms += path.slow() * SLOW_MILLIS + path.requests() * REQUEST_MILLIS;
                }
            }
        }
        return new Paths(operations, requests, Duration.ofMillis(ms));
    }

    private static List<KeyPath> paths(Operation operation, TargetFile file) {
        KeyPaths paths = new Passable(
                        KeyStates.shipped(), file.target(), file.contracts().of(operation), operation)
                .paths();
        return Stream.concat(paths.covering().stream(), paths.crashing().stream())
                .toList();
    }

    private static Combinations combinations(
            ConditionPlan conditions, List<ConditionPlan.Row> rows, Map<String, Item> items, Target target) {
        MeasuredTimes times = MeasuredTimes.shipped();
        int requests = rows.isEmpty()
                ? 0
                : ConditionControls.values(conditions).stream()
                        .mapToInt(value -> each(value.operation()) + before(value.operation(), target))
                        .sum();
        long ms = 0;
        for (ConditionPlan.Row row : rows) {
            Item item = Objects.requireNonNull(items.get(row.scenario().id()));
            Operation operation = Objects.requireNonNull(
                    conditions.operations().get(row.scenario().id()));
            requests += item.requests() + more(row.combination(), operation, target);
            ms += times.of(item.clause(), item.operation())
                    + (row.combination().has(ShippedCondition.PAUSE_SECOND) ? PAUSE_MILLIS : 0);
        }
        return new Combinations(
                conditions.strength(),
                rows.size(),
                target.allowsWrites() ? requests : 0,
                Duration.ofMillis(ms / target.atOnce()),
                conditions.offered().left().stream().map(String::valueOf).toList(),
                rows.isEmpty() ? conditions.whyNone() : "");
    }

    /** How many requests a combination adds to a scenario. */
    private static int more(Combination combination, Operation operation, Target target) {
        boolean hasOther = combination.has(ShippedCondition.BETWEEN_OTHER);
        boolean hasRepeats = combination.has(ShippedCondition.BETWEEN_REPEATS);
        boolean isBrokenOff = combination.has(ShippedCondition.REQUEST_BROKEN);
        boolean isLost = combination.has(ShippedCondition.RESPONSE_LOST);
        return (hasOther ? each(operation) + before(operation, target) : hasRepeats ? 2 * each(operation) : 0)
                + (isBrokenOff ? 1 : isLost ? 1 + each(operation) : 0);
    }

    /** One before the first scenario and one after the last. What comes before it is made for a request that is not sent too. */
    private static Map<String, Integer> controls(List<Item> items, Target target) {
        Map<String, Integer> controls = new TreeMap<>();
        items.stream()
                .filter(item -> item.requests() > 0)
                .flatMap(item -> Stream.ofNullable(item.operation()))
                .distinct()
                .flatMap(name -> Stream.ofNullable(target.operations().get(name)))
                .forEach(operation -> controls.put(
                        String.valueOf(operation.name()), 2 * (each(operation) + 2 * before(operation, target))));
        return controls;
    }

    private static Item item(Scenario scenario, List<Lookup.Found> steps, TargetFile file) {
        Target target = file.target();
        Operation operation = operation(steps, target).orElse(null);
        int requests = operation == null || !target.allowsWrites()
                ? 0
                : steps.stream()
                        .mapToInt(step -> requests(step, operation, file))
                        .sum();
        return new Item(scenario.clause(), scenario.name(), operation == null ? null : operation.name(), requests);
    }

    /** The operation that a scenario is about; nothing where it is about none. */
    static Optional<Operation> operation(List<Lookup.Found> steps, Target target) {
        return steps.stream().flatMap(step -> operation(step, target)).findFirst();
    }

    private static Stream<Operation> operation(Lookup.Found step, Target target) {
        return step.arguments().stream()
                .filter(argument -> argument.type().equals("operation"))
                .map(argument -> target.operations().get(argument.value()))
                .filter(Objects::nonNull);
    }

    private static int requests(Lookup.Found step, Operation operation, TargetFile file) {
        Target target = file.target();
        int before = before(operation, target);
        Costs costs = step.definition() == null ? null : step.definition().getAnnotation(Costs.class);
        if (costs == null) {
            return switch (step.step().phase()) {
                case GIVEN -> operation(step, target).findFirst().isPresent() ? before + each(operation) : 0;
                case WHEN -> each(operation);
                case THEN -> 0;
            };
        }
        if (costs.inPaths()) {
            List<KeyPath> paths = paths(operation, file);
            return paths.size() * before
                    + paths.stream().mapToInt(KeyPath::requests).sum();
        }
        int rounds = costs.inRounds() ? target.limits().races().rounds() : 1;
        int each = costs.value() * (costs.perNumber() ? number(step) : 1);
        return each * rounds * each(operation) + before * (costs.prepares() + rounds - 1);
    }

    private static int number(Lookup.Found step) {
        return step.arguments().stream()
                .filter(argument -> argument.type().equals("int"))
                .mapToInt(argument -> Integer.parseInt(argument.value()))
                .findFirst()
                .orElse(1);
    }

    private static int before(Operation operation, Target target) {
        Operation earlier =
                operation.after() == null ? null : target.operations().get(operation.after());
        return earlier == null ? 0 : each(earlier) + before(earlier, target);
    }

    /** A request, and one look at its status URL at least where it is followed to its end. */
    private static int each(Operation operation) {
        return operation.poll() == null ? 1 : 2;
    }

    /** About how many requests in all. */
    public int requests() {
        return byOperation().values().stream().mapToInt(Integer::intValue).sum() + combinations.requests();
    }

    /** About how many requests for each operation, with those of the operations that come before it. */
    public Map<String, Integer> byOperation() {
        Map<String, Integer> sums = new LinkedHashMap<>(controls);
        scenarios.stream()
                .filter(item -> item.operation() != null)
                .forEach(item -> sums.merge(String.valueOf(item.operation()), item.requests(), Integer::sum));
        return sums;
    }
}
