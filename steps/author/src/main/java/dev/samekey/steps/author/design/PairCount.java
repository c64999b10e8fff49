package dev.samekey.steps.author.design;

import dev.samekey.steps.author.design.Interactions.ClausePairs;
import dev.samekey.steps.author.design.Interactions.Extent;
import dev.samekey.steps.author.design.Interactions.FactorUse;
import dev.samekey.steps.author.design.Interactions.Judged;
import dev.samekey.steps.author.design.Interactions.Pair;
import dev.samekey.steps.judge.world.Offered;
import dev.samekey.steps.model.conditions.Combination;
import dev.samekey.steps.model.conditions.ConditionModel;
import dev.samekey.steps.model.conditions.ConditionModel.Factor;
import dev.samekey.steps.model.conditions.ConditionModel.Value;
import dev.samekey.steps.model.covering.CoveringArray;
import dev.samekey.steps.model.covering.Parameter;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.OwnCondition;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.ConditionedRun;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts the pairs of values that the runs of scenarios had. A run that broke blames the pairs within its smallest combination that
 * breaks, and those that contain it. Of its other pairs it says nothing.
 */
final class PairCount {
    private static final int MOST_REASONS = 3;

    private final Target target;
    private final Offered offered;
    /** Those that are offered, and the values that are not. */
    private final Map<String, Factor> factors = new LinkedHashMap<>();

    private final List<Judged> scenarios;
    private final List<Run> runs = new ArrayList<>();

    PairCount(TargetFile file, List<Judged> scenarios) {
        this.target = file.target();
        this.offered = Offered.by(file);
        this.scenarios = scenarios.stream()
                .filter(one -> offered.clauses().containsKey(one.clause()))
                .toList();
        ConditionModel.shipped().factors().forEach((name, factor) -> {
            List<Value> values = factor.values().stream()
                    .filter(value -> offered.factors().containsKey(name) || !value.equals(factor.usual()))
                    .toList();
            factors.put(name, new Factor(factor.is(), values));
        });
        offered.factors().forEach(factors::putIfAbsent);
        this.scenarios.forEach(this::addRuns);
    }

    /**
     * A run of a scenario.
     *
     * @param cause the smallest combination that broke it; null where it did not break
     */
    private record Run(
            String clause,
            @Nullable String operation,
            Map<String, String> values,
            Verdict verdict,
            String reason,
            @Nullable Combination cause) {
        boolean has(Map<String, String> pair) {
            return values.entrySet().containsAll(pair.entrySet());
        }

        boolean blames(Map<String, String> pair) {
            return cause != null
                    && (pair.entrySet().containsAll(cause.values().entrySet())
                            || cause.values().entrySet().containsAll(pair.entrySet()));
        }

        boolean isHeld() {
            return verdict == Verdict.HELD;
        }
    }

    private void addRuns(Judged scenario) {
        List<ConditionedRun> own = Objects.requireNonNull(scenario.combinations());
        List<Combination> broken = own.stream()
                .filter(run -> run.verdict() == Verdict.BROKEN)
                .map(run -> offered.combination(run.conditions()))
                .sorted(Comparator.comparingInt(one -> one.values().size()))
                .toList();
        // What breaks as usual is not run under conditions, and says nothing of them.
        if (scenario.verdict() == Verdict.HELD || (scenario.verdict() == Verdict.BROKEN && !broken.isEmpty())) {
            runs.add(
                    new Run(scenario.clause(), scenario.operation(), usual(scenario.clause()), Verdict.HELD, "", null));
        }
        for (ConditionedRun run : own) {
            boolean isTaken = scenario.verdict().isJudged();
            Combination combination = offered.combination(run.conditions());
            runs.add(new Run(
                    scenario.clause(),
                    scenario.operation(),
                    run.conditions(),
                    isTaken ? run.verdict() : scenario.verdict(),
                    isTaken ? run.reason() : scenario.reason(),
                    isTaken && run.verdict() == Verdict.BROKEN
                            ? broken.stream()
                                    .filter(combination::contains)
                                    .findFirst()
                                    .orElse(combination)
                            : null));
        }
    }

    /** What is usual is sent without conditions too, unless a factor of the user's own adds something. */
    private Map<String, String> usual(String clause) {
        Map<String, String> usual = new LinkedHashMap<>();
        of(clause).forEach((name, factor) -> {
            OwnCondition own = target.conditions()
                    .getOrDefault(name, Map.of())
                    .get(factor.usual().name());
            if (own == null || own.changesNothing()) {
                usual.put(name, factor.usual().name());
            }
        });
        return usual;
    }

    private Map<String, Factor> of(String clause) {
        return offered.factors(Objects.requireNonNull(offered.clauses().get(clause)));
    }

    Interactions interactions() {
        List<Pair> pairs = pairs();
        List<ClausePairs> clauses = runs.stream()
                .map(Run::clause)
                .distinct()
                .map(clause -> clause(clause, pairs))
                .toList();
        List<FactorUse> uses = new ArrayList<>();
        factors.forEach((name, factor) -> uses.add(new FactorUse(
                name,
                factor.is(),
                factor.values().stream().map(value -> use(name, value.name())).toList())));
        return new Interactions(uses, pairs, clauses, notes());
    }

    private Interactions.Value use(String factor, String value) {
        List<Run> with =
                runs.stream().filter(run -> run.has(Map.of(factor, value))).toList();
        return new Interactions.Value(
                value,
                (int) with.stream().filter(run -> run.verdict().isJudged()).count(),
                (int) with.stream().filter(Run::isHeld).count());
    }

    private List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        List<String> names = List.copyOf(factors.keySet());
        for (int i = 0; i < names.size(); i++) {
            for (int j = i + 1; j < names.size(); j++) {
                for (String one : values(names.get(i))) {
                    for (String other : values(names.get(j))) {
                        Map<String, String> pair = new LinkedHashMap<>();
                        pair.put(names.get(i), one);
                        pair.put(names.get(j), other);
                        pairs.add(pair(pair));
                    }
                }
            }
        }
        return pairs;
    }

    private List<String> values(String factor) {
        return Objects.requireNonNull(factors.get(factor)).values().stream()
                .map(Value::name)
                .toList();
    }

    private Pair pair(Map<String, String> values) {
        List<Run> with = runs.stream().filter(run -> run.has(values)).toList();
        Extent extent = extent(values, with);
        String impossible = extent == Extent.NOT_TRIED ? impossible(values) : null;
        return impossible != null
                ? new Pair(values, Extent.IMPOSSIBLE, 0, impossible)
                : new Pair(
                        values, extent, (int) with.stream().filter(Run::isHeld).count(), why(values, extent, with));
    }

    /** @param with the runs that had both values */
    private static Extent extent(Map<String, String> pair, List<Run> with) {
        if (with.stream().anyMatch(run -> run.blames(pair))) {
            return Extent.BROKEN;
        }
        if (with.stream().anyMatch(Run::isHeld)) {
            return Extent.COVERED;
        }
        return with.isEmpty() ? Extent.NOT_TRIED : Extent.NOT_JUDGED;
    }

    private String why(Map<String, String> pair, Extent extent, List<Run> with) {
        return switch (extent) {
            case COVERED, IMPOSSIBLE -> "";
            case BROKEN -> joined(with.stream().filter(run -> run.blames(pair)).map(this::broke));
            case NOT_JUDGED ->
                joined(with.stream()
                        .map(run -> run.cause() == null
                                ? run.clause() + " was " + run.verdict() + ": " + run.reason()
                                : "its runs broke for something else: " + broke(run)));
            case NOT_TRIED -> whyNotTried(pair);
        };
    }

    private String broke(Run run) {
        return named(run.clause(), run.operation()) + " is broken when "
                + offered.says(Objects.requireNonNull(run.cause()));
    }

    private static String named(String clause, @Nullable String operation) {
        return operation == null ? clause : clause + " of " + operation;
    }

    private static String joined(Stream<String> all) {
        Set<String> reasons = all.collect(Collectors.toCollection(LinkedHashSet::new));
        String more = reasons.size() > MOST_REASONS ? "; and " + (reasons.size() - MOST_REASONS) + " more" : "";
        return reasons.stream().limit(MOST_REASONS).collect(Collectors.joining("; ")) + more;
    }

    private String whyNotTried(Map<String, String> pair) {
        if (isUsualOnly()) {
            return "the run tried what is usual only: run «samekey verify --strength 2»";
        }
        List<String> varying = runs.stream()
                .map(Run::clause)
                .distinct()
                .filter(clause -> of(clause).keySet().containsAll(pair.keySet()))
                .toList();
        if (varying.isEmpty()) {
            List<String> fixed = pair.keySet().stream()
                    .filter(factor ->
                            runs.stream().noneMatch(run -> of(run.clause()).containsKey(factor)))
                    .toList();
            return "no clause of the run is judged with other values of "
                    + String.join(" and ", fixed.isEmpty() ? pair.keySet() : fixed);
        }
        return canHave(operations(run -> varying.contains(run.clause())), pair)
                ? "no run had both"
                : "no operation of the run can have both";
    }

    private boolean isUsualOnly() {
        return scenarios.stream()
                .allMatch(one -> Objects.requireNonNull(one.combinations()).isEmpty());
    }

    /** Why no run of the target can have both; null where one can. */
    private @Nullable String impossible(Map<String, String> pair) {
        for (Offered.Left left : offered.left()) {
            if (left.value().equals(pair.get(left.factor()))) {
                return left.toString();
            }
        }
        for (Map<String, String> excluded : offered.notTogether()) {
            if (pair.entrySet().containsAll(excluded.entrySet())) {
                return "«not_together» excludes " + new Combination(excluded);
            }
        }
        List<Parameter> parameters = new ArrayList<>();
        offered.factors().keySet().forEach(name -> parameters.add(new Parameter(name, values(name, offered))));
        if (!CoveringArray.allows(parameters, offered.notTogether(), pair)) {
            return "what «not_together» excludes leaves nothing with both";
        }
        List<Operation> keyed = target.operations().values().stream()
                .filter(operation -> operation.role().isKeyed())
                .toList();
        for (Map.Entry<String, String> value : pair.entrySet()) {
            if (!canHave(keyed, Map.ofEntries(value))) {
                return "no operation with a key can have " + value.getKey() + ": " + value.getValue();
            }
        }
        return canHave(keyed, pair) ? null : "no operation with a key can have both";
    }

    private static List<String> values(String factor, Offered offered) {
        return Objects.requireNonNull(offered.factors().get(factor)).values().stream()
                .map(Value::name)
                .toList();
    }

    private boolean canHave(Collection<Operation> operations, Map<String, String> pair) {
        return operations.stream()
                .anyMatch(operation -> offered.combination(pair).values().entrySet().stream()
                        .allMatch(value -> offered.fits(operation, value.getKey(), value.getValue(), target)));
    }

    private List<Operation> operations(Predicate<Run> such) {
        return runs.stream()
                .filter(such)
                .map(Run::operation)
                .distinct()
                .flatMap(name -> Stream.ofNullable(
                        name == null ? null : target.operations().get(name)))
                .toList();
    }

    private ClausePairs clause(String clause, List<Pair> pairs) {
        List<Run> own = runs.stream().filter(run -> run.clause().equals(clause)).toList();
        List<Operation> operations = operations(own::contains);
        List<Extent> extents = pairs.stream()
                .filter(pair -> pair.extent() != Extent.IMPOSSIBLE)
                .map(Pair::values)
                .filter(pair -> of(clause).keySet().containsAll(pair.keySet()))
                .filter(pair -> canHave(operations, pair))
                .map(pair ->
                        extent(pair, own.stream().filter(run -> run.has(pair)).toList()))
                .toList();
        return new ClausePairs(
                clause,
                extents.size(),
                count(extents, Extent.COVERED),
                count(extents, Extent.BROKEN),
                count(extents, Extent.NOT_JUDGED),
                count(extents, Extent.NOT_TRIED));
    }

    private static int count(List<Extent> extents, Extent extent) {
        return (int) extents.stream().filter(one -> one == extent).count();
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (scenarios.isEmpty()) {
            notes.add("The run has no clause that is judged under conditions.");
        } else if (isUsualOnly()) {
            notes.add("The run tried the usual value of each factor only. Run «samekey verify --strength 2» to try each"
                    + " pair of values.");
        }
        String usual = scenarios.stream()
                .filter(one -> one.verdict() == Verdict.BROKEN)
                .filter(one -> Objects.requireNonNull(one.combinations()).isEmpty())
                .map(one -> named(one.clause(), one.operation()))
                .distinct()
                .collect(Collectors.joining(", "));
        if (!usual.isEmpty()) {
            notes.add("What breaks as usual is not judged under conditions: " + usual + ".");
        }
        return notes;
    }
}
