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
import dev.samekey.steps.model.targets.Stronger;
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
 * @param clauses by id, the scenarios by their numbers
 * @param refused what the target has refused in its own right, and no row has
 */
record ConditionPlan(
        int strength,
        Offered offered,
        List<Row> rows,
        Map<String, Operation> operations,
        Target target,
        Map<String, Map<String, Scenario>> clauses,
        List<Refused> refused) {
    /** The same array each time. */
    private static final long SEED = 1;

    /** One run of a scenario. */
    record Row(Scenario scenario, Combination combination) {}

    /** A value with which the target refuses an operation, though nothing is repeated. */
    record Refused(String operation, String factor, String value, String because) {
        boolean is(Operation other, String otherFactor, String otherValue) {
            return operation.equals(other.name()) && factor.equals(otherFactor) && value.equals(otherValue);
        }

        @Override
        public String toString() {
            return factor + ": " + value + " is left out for " + operation + ", because " + because;
        }
    }

    static ConditionPlan none(TargetFile file) {
        return new ConditionPlan(1, Offered.by(file), List.of(), Map.of(), file.target(), Map.of(), List.of());
    }

    /**
     * Plans for scenarios.
     *
     * @param all those of the whole run, be they run here or by another shard
     * @throws CannotRun where the target has fewer factors than that, or nothing is left to try
     */
    static ConditionPlan of(int strength, List<Scenario> all, Lookup lookup, TargetFile file) {
        Target target = file.target();
        Offered offered = Offered.by(file);
        int factors = offered.factors().size() + 1;
        if (strength > factors) {
            throw new CannotRun("--strength " + strength + " asks for combinations of " + strength
                    + " factors, and with the scenarios the target has " + factors + ": " + Stronger.SCENARIO + ", "
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
        ConditionPlan plan = new ConditionPlan(strength, offered, List.of(), operations, target, byClause, List.of());
        try {
            return plan.with(plan.allRows(), List.of());
        } catch (IllegalArgumentException impossible) {
            throw new CannotRun("no combination of conditions is left: " + impossible.getMessage()
                    + ". Look at «not_together» of the target file");
        }
    }

    /** The same without what the target refuses. */
    ConditionPlan without(List<Refused> more) {
        if (more.isEmpty()) {
            return this;
        }
        ConditionPlan fewer = with(List.of(), more);
        try {
            return fewer.with(fewer.allRows(), more);
        } catch (IllegalArgumentException impossible) {
            // What is left of «not_together» is refused.
            return fewer;
        }
    }

    private ConditionPlan with(List<Row> some, List<Refused> more) {
        return new ConditionPlan(strength, offered, some, operations, target, clauses, more);
    }

    private List<Row> allRows() {
        List<Row> all = new ArrayList<>();
        clauses.forEach((clause, scenarios) ->
                all.addAll(rows(Objects.requireNonNull(offered.clauses().get(clause)), scenarios)));
        return all;
    }

    private List<Row> rows(ConditionModel.Share share, Map<String, Scenario> scenarios) {
        Map<String, Factor> factors = offered.factors(share);
        List<Parameter> parameters = new ArrayList<>();
        parameters.add(new Parameter(Stronger.SCENARIO, List.copyOf(scenarios.keySet())));
        factors.forEach((name, factor) -> parameters.add(
                new Parameter(name, factor.values().stream().map(Value::name).toList())));
        List<Map<String, String>> exclusions = new ArrayList<>();
        offered.notTogether().stream()
                .filter(values -> factors.keySet().containsAll(values.keySet()))
                .forEach(exclusions::add);
        scenarios.forEach((number, scenario) -> {
            Operation operation = operation(scenario);
            factors.forEach((name, factor) -> factor.others().stream()
                    .filter(value -> !fits(operation, name, value.name()))
                    .forEach(value -> exclusions.add(Map.of(Stronger.SCENARIO, number, name, value.name()))));
        });
        return CoveringArray.of(
                        parameters, exclusions, Math.min(strength, parameters.size()), stronger(parameters), SEED)
                .rows()
                .stream()
                .map(row -> new Row(
                        Objects.requireNonNull(scenarios.get(row.get(Stronger.SCENARIO))), offered.combination(row)))
                .filter(row -> !row.combination().isUsual())
                .toList();
    }

    /** The groups of the target file, as far as the parameters have their factors, and they ask for more than all is to have. */
    private List<CoveringArray.Stronger> stronger(List<Parameter> parameters) {
        List<String> names = parameters.stream().map(Parameter::name).toList();
        return target.stronger().stream()
                .map(group -> {
                    List<String> there =
                            group.factors().stream().filter(names::contains).toList();
                    return new CoveringArray.Stronger(there, Math.min(group.strength(), there.size()));
                })
                .filter(group -> group.strength() > strength)
                .toList();
    }

    Operation operation(Scenario scenario) {
        return Objects.requireNonNull(operations.get(scenario.id()));
    }

    private boolean fits(Operation operation, String factor, String value) {
        return offered.fits(operation, factor, value, target)
                && refused.stream().noneMatch(one -> one.is(operation, factor, value));
    }

    /** What is left out for the operation of a scenario, of the factors that mean something to its clause. */
    List<Refused> refused(Scenario scenario) {
        ConditionModel.Share share = Objects.requireNonNull(offered.clauses().get(scenario.clause()));
        return refused.stream()
                .filter(one -> one.operation().equals(operation(scenario).name()))
                .filter(one -> offered.factors(share).containsKey(one.factor()))
                .toList();
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
        return combination.values().entrySet().stream()
                .allMatch(one -> fits(operation(scenario), one.getKey(), one.getValue()));
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

    /** Why no scenario runs under conditions, where none does. */
    String whyNone() {
        return "no scenario runs under combinations of conditions: of the clauses, only these are judged so: "
                + String.join(", ", offered.clauses().keySet());
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
