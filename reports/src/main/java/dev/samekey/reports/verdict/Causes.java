package dev.samekey.reports.verdict;

import dev.samekey.steps.model.contract.Consequences;
import dev.samekey.steps.model.states.KeyPath;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Missing;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which breaks of a run are consequences of others: one cause is one finding. */
final class Causes {
    private static final String BOOKS = "REV-5";

    private final Consequences consequences;
    private final Api api;
    private final List<ScenarioResult> all;
    private final List<ScenarioResult> broken;

    Causes(Consequences consequences, Api api, List<ScenarioResult> scenarios) {
        this.api = api;
        this.consequences = consequences;
        this.all = List.copyOf(scenarios);
        this.broken = scenarios.stream()
                .filter(scenario -> scenario.verdict() == Verdict.BROKEN)
                .toList();
    }

    /** The result with its cause, where it is broken for an operation for which its cause is broken too. */
    ScenarioResult marked(ScenarioResult result) {
        return result.verdict() == Verdict.BROKEN
                ? root(result).map(result::inConsequenceOf).orElse(result)
                : result;
    }

    /** The first cause in a chain of them. */
    private Optional<String> root(ScenarioResult result) {
        return result.clauses().stream()
                .findFirst()
                .flatMap(clause -> cause(result, clause, new HashSet<>(Set.of(clause))));
    }

    private Optional<String> cause(ScenarioResult result, String clause, Set<String> seen) {
        for (String candidate : candidates(result, clause)) {
            Optional<ScenarioResult> earlier = of(candidate, result)
                    .filter(other -> isAsserted(candidate, result) || !isOfAnother(other, candidate));
            if (earlier.isPresent() && seen.add(candidate)) {
                return cause(earlier.get(), candidate, seen).or(() -> Optional.of(candidate));
            }
        }
        return Optional.empty();
    }

    private static boolean isAsserted(String clause, ScenarioResult result) {
        return result.point() != null && result.point().clause().equals(clause);
    }

    /** Whether a scenario broke at what another clause is about: then nothing is known of what follows from its own. */
    private boolean isOfAnother(ScenarioResult other, String clause) {
        return other.point() != null
                && !other.point().clause().equals(clause)
                && of(other.point().clause(), other).isPresent();
    }

    /** What was asserted says more than what may follow. */
    private List<String> candidates(ScenarioResult result, String clause) {
        return Stream.of(
                        Stream.ofNullable(result.point()).map(point -> point.clause()),
                        alone(result),
                        consequences.causes(clause).stream())
                .flatMap(candidates -> candidates)
                .filter(candidate -> !candidate.equals(clause))
                .toList();
    }

    /** The clauses that judge alone the transition at which a path broke. */
    private static Stream<String> alone(ScenarioResult result) {
        return result.facts().stream()
                .filter(fact -> fact.name().equals(KeyPath.ALONE))
                .flatMap(fact -> Stream.of(fact.value().split(", ")));
    }

    /** A scenario of a clause that is broken for the same operation. */
    private Optional<ScenarioResult> of(String clause, ScenarioResult result) {
        return broken.stream()
                .filter(other -> other.clauses().contains(clause))
                .filter(other -> isNear(other, result, api) || !ran(clause, about(result)))
                .filter(other -> !Missing.differs(other.facts(), result.facts()))
                .findFirst();
    }

    /** The operation in whose requests it broke: in a history of several it need not be that of the scenario. */
    private static @Nullable String about(ScenarioResult result) {
        return result.facts().stream()
                .filter(fact -> fact.name().equals(KeyPath.OPERATION))
                .map(Fact::value)
                .findFirst()
                .orElse(result.operation());
    }

    /** Whether the run has a scenario of a clause for an operation: a sample has one operation of each. */
    private boolean ran(String clause, @Nullable String operation) {
        return all.stream()
                .anyMatch(scenario ->
                        scenario.clauses().contains(clause) && Objects.equals(operation, scenario.operation()));
    }

    /** Whether the break of one scenario can bring that of another: what is about no operation may be about each. */
    static boolean mayBring(ScenarioResult cause, ScenarioResult result, Api api) {
        return about(result) == null || cause.operation() == null || isNear(cause, result, api);
    }

    /** Whether both are about one operation; the books of one hang on what reverses it, too. */
    private static boolean isNear(ScenarioResult cause, ScenarioResult result, Api api) {
        String operation = about(result);
        return operation != null
                && (operation.equals(cause.operation())
                        || (result.clauses().contains(BOOKS) && api.isAfter(cause.operation(), operation)));
    }

    /** The cause of all these breaks; nothing where one of them is a finding of its own. */
    static Optional<String> common(List<ScenarioResult> scenarios) {
        List<ScenarioResult> broken = scenarios.stream()
                .filter(scenario -> scenario.verdict() == Verdict.BROKEN)
                .toList();
        if (broken.isEmpty() || broken.stream().anyMatch(scenario -> scenario.cause() == null)) {
            return Optional.empty();
        }
        return Optional.of(broken.stream()
                .map(scenario -> String.valueOf(scenario.cause()))
                .distinct()
                .collect(Collectors.joining(", ")));
    }
}
