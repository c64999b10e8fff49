package dev.samekey.steps.author.design;

import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.states.JudgedBy;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.states.Passable;
import dev.samekey.steps.model.states.Transition;
import dev.samekey.steps.model.states.TransitionPair;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Two transitions of which one follows the other in the life of a key, and the cases whose paths have both.
 *
 * @param first the id of a transition
 * @param next the id of one that begins where that ends
 */
public record PairCover(String first, String next, Tried tried) {
    private static final List<JudgedBy> PATHS =
            List.of(new JudgedBy("STO-8", "What happens to the key of a new <operation> depends on its state"));

    /** Such as {@code replay, then mismatch-refused}. */
    public String name() {
        return first + ", then " + next;
    }

    /** Whether a path ends with them. */
    boolean ends(List<String> path) {
        return path.size() > 1 && path.subList(path.size() - 2, path.size()).equals(List.of(first, next));
    }

    /** The cases whose paths have a transition. */
    static Tried with(String transition, List<PairCover> pairs, String otherwise) {
        List<String> cases = pairs.stream()
                .filter(pair -> pair.first().equals(transition) || pair.next().equals(transition))
                .flatMap(pair -> pair.tried().cases().stream())
                .distinct()
                .toList();
        return cases.isEmpty() ? Tried.none(otherwise) : new Tried(cases, null);
    }

    /** Those of a contract. */
    static List<PairCover> of(KeyStates states, TargetFile file, Promises promises, CaseIndex index) {
        Set<TransitionPair> there = new LinkedHashSet<>();
        promises.parts().forEach(part -> there.addAll(TransitionPair.of(reached(states, part.contract()))));
        Map<Paths, Set<List<String>>> paths = new LinkedHashMap<>();
        for (Operation operation : file.target().operations().values()) {
            Tried tried =
                    index.by(PATHS, one -> String.valueOf(operation.name()).equals(one.operation()));
            if (!tried.cases().isEmpty()) {
                Passable passable = new Passable(
                        KeyStates.shipped(), file.target(), file.contracts().of(operation), operation);
                paths.put(
                        new Paths(tried.cases(), passable),
                        passable.paths().pairs().stream().map(PairCover::ids).collect(Collectors.toSet()));
            }
        }
        Tried any = index.by(PATHS);
        return there.stream()
                .map(pair -> new PairCover(
                        pair.first().id(), pair.next().id(), any.cases().isEmpty() ? any : tried(pair, paths)))
                .toList();
    }

    private static List<Transition> reached(KeyStates states, Contract contract) {
        List<Transition> there = states.in(contract);
        Set<Transition> reached = states.paths(there).keySet();
        return there.stream().filter(reached::contains).toList();
    }

    /** The cases of an operation, and what can be brought about for it. */
    private record Paths(List<String> cases, Passable passable) {}

    private static Tried tried(TransitionPair pair, Map<Paths, Set<List<String>>> paths) {
        List<String> cases = new ArrayList<>();
        Set<String> reasons = new LinkedHashSet<>();
        paths.forEach((one, pairs) -> {
            if (pairs.contains(ids(pair))) {
                cases.addAll(one.cases());
            } else if (one.passable().has(pair)) {
                reasons.add(whyNot(pair, one.passable()));
            }
        });
        if (!cases.isEmpty()) {
            return new Tried(cases, null);
        }
        return Tried.none(
                reasons.isEmpty()
                        ? "no paths are sent for the operations whose contract has both"
                        : String.join("; ", reasons));
    }

    private static String whyNot(TransitionPair pair, Passable passable) {
        return passable.whyNot(pair.first())
                .or(() -> passable.whyNot(pair.next()))
                .orElse("no request that the sandbox can be asked for comes to both");
    }

    private static List<String> ids(TransitionPair pair) {
        return List.of(pair.first().id(), pair.next().id());
    }
}
