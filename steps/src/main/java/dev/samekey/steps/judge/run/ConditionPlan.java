package dev.samekey.steps.judge.run;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.cucumber.Lookup;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.world.Offered;
import dev.samekey.steps.model.conditions.Combination;
import dev.samekey.steps.model.conditions.ConditionModel;
import dev.samekey.steps.model.conditions.ConditionModel.Factor;
import dev.samekey.steps.model.conditions.ConditionModel.Value;
import dev.samekey.steps.model.covering.CoveringArray;
import dev.samekey.steps.model.covering.Parameter;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Under which conditions which scenarios run: for each clause a covering array, in which its scenarios are the values of one
 * more factor.
 *
 * @param offered the factors, and what is left out
 * @param rows the runs of scenarios, none of which is as usual in all
 * @param operations by the ids of the scenarios, what those of the rows are about
 */
record ConditionPlan(int strength, Offered offered, List<Row> rows, Map<String, Operation> operations, Target target) {
    private static final String SCENARIO = "scenario";
    /** The same array each time. */
    private static final long SEED = 1;

    /** One run of a scenario. */
    record Row(Scenario scenario, Combination combination) {}

    static ConditionPlan none(TargetFile file) {
        return new ConditionPlan(1, Offered.by(file.target(), file.contract()), List.of(), Map.of(), file.target());
    }

    /**
     * Plans for scenarios.
     *
     * @param all those of the whole run, be they run here or by another shard
     * @throws CannotRun where the target has fewer factors than that, or nothing is left to try
     */
    static ConditionPlan of(int strength, List<Scenario> all, Lookup lookup, TargetFile file) {
        Target target = file.target();
        Offered offered = Offered.by(target, file.contract());
        int factors = offered.factors().size() + 1;
        if (strength > factors) {
            throw new CannotRun("--strength " + strength + " asks for combinations of " + strength
                    + " factors, and with the scenarios the target has " + factors + ": " + SCENARIO + ", "
                    + String.join(", ", offered.factors().keySet()));
        }
        Map<String, Map<String, Scenario>> byClause = new LinkedHashMap<>();
        for (Scenario scenario : all) {
            Optional<Operation> operation = Plan.operation(lookup.of(scenario), target);
            boolean isKeyed = operation.map(one -> one.role().isKeyed()).orElse(false);
            boolean isShared = !scenario.has(Sharing.ALONE) && !scenario.has(Sharing.CRASH);
            if (isKeyed && isShared && offered.clauses().containsKey(scenario.clause())) {
                Map<String, Scenario> scenarios =
                        byClause.computeIfAbsent(scenario.clause(), unused -> new LinkedHashMap<>());
                scenarios.put(String.valueOf(scenarios.size() + 1), scenario);
            }
        }
        Map<String, Operation> operations = new LinkedHashMap<>();
        byClause.values().stream()
                .flatMap(scenarios -> scenarios.values().stream())
                .forEach(scenario -> operations.put(
                        scenario.id(),
                        Plan.operation(lookup.of(scenario), target).orElseThrow()));
        List<Row> rows = new ArrayList<>();
        byClause.forEach((clause, scenarios) -> rows.addAll(rows(
                strength,
                Objects.requireNonNull(offered.clauses().get(clause)),
                scenarios,
                operations,
                offered,
                target)));
        return new ConditionPlan(strength, offered, rows, operations, target);
    }

    private static List<Row> rows(
            int strength,
            ConditionModel.Share share,
            Map<String, Scenario> scenarios,
            Map<String, Operation> operations,
            Offered offered,
            Target target) {
        Map<String, Factor> factors = offered.factors(share);
        List<Parameter> parameters = new ArrayList<>();
        parameters.add(new Parameter(SCENARIO, List.copyOf(scenarios.keySet())));
        factors.forEach((name, factor) -> parameters.add(
                new Parameter(name, factor.values().stream().map(Value::name).toList())));
        List<Map<String, String>> exclusions = new ArrayList<>();
        offered.notTogether().stream()
                .filter(values -> factors.keySet().containsAll(values.keySet()))
                .forEach(exclusions::add);
        scenarios.forEach((number, scenario) -> {
            Operation operation = Objects.requireNonNull(operations.get(scenario.id()));
            factors.forEach((name, factor) -> factor.others().stream()
                    .filter(value -> !offered.fits(operation, name, value.name(), target))
                    .forEach(value -> exclusions.add(Map.of(SCENARIO, number, name, value.name()))));
        });
        try {
            return CoveringArray.of(parameters, exclusions, Math.min(strength, parameters.size()), SEED).rows().stream()
                    .map(row ->
                            new Row(Objects.requireNonNull(scenarios.get(row.get(SCENARIO))), offered.combination(row)))
                    .filter(row -> !row.combination().isUsual())
                    .toList();
        } catch (IllegalArgumentException impossible) {
            throw new CannotRun("no combination of conditions is left: " + impossible.getMessage()
                    + ". Look at «not_together» of the target file");
        }
    }

    /** The rows of some of the scenarios, in batches in which no scenario occurs twice. */
    List<List<Row>> batches(List<Scenario> scenarios) {
        Map<String, List<Row>> byScenario = new LinkedHashMap<>();
        of(scenarios)
                .forEach(row -> byScenario
                        .computeIfAbsent(row.scenario().id(), unused -> new ArrayList<>())
                        .add(row));
        int most = byScenario.values().stream().mapToInt(List::size).max().orElse(0);
        return IntStream.range(0, most)
                .mapToObj(i -> byScenario.values().stream()
                        .filter(own -> i < own.size())
                        .map(own -> own.get(i))
                        .toList())
                .toList();
    }

    /** Whether the operation of a scenario can have all of these. */
    boolean fits(Scenario scenario, Combination combination) {
        Operation operation = Objects.requireNonNull(operations.get(scenario.id()));
        return combination.values().entrySet().stream()
                .allMatch(one -> offered.fits(operation, one.getKey(), one.getValue(), target));
    }

    /** By factor of the clause of a scenario, the value that it has in a combination. */
    Map<String, String> values(Scenario scenario, Combination combination) {
        ConditionModel.Share share = Objects.requireNonNull(offered.clauses().get(scenario.clause()));
        Map<String, String> values = new LinkedHashMap<>();
        offered.factors(share)
                .forEach((name, factor) -> values.put(
                        name,
                        combination.values().getOrDefault(name, factor.usual().name())));
        return values;
    }

    /** How many runs of these scenarios there are. */
    int size(List<Scenario> scenarios) {
        return of(scenarios).size();
    }

    /** The rows of some of the scenarios. */
    List<Row> of(List<Scenario> scenarios) {
        Set<String> ids = scenarios.stream().map(Scenario::id).collect(Collectors.toSet());
        return rows.stream().filter(row -> ids.contains(row.scenario().id())).toList();
    }
}
