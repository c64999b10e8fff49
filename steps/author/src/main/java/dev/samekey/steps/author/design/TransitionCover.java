package dev.samekey.steps.author.design;

import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.states.Transition;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A transition of the life of a key, and the cases that try it.
 *
 * @param missing why the contract has it not, or does not say whether it has; null where it has
 * @param operations those whose contract has it; empty where each has, or none
 * @param path the ids of the transitions that lead to it from the first state, and its own; empty where it cannot be reached
 */
public record TransitionCover(
        String id,
        String from,
        String event,
        String to,
        String response,
        @Nullable String missing,
        List<String> operations,
        List<String> path,
        Tried tried) {
    public TransitionCover {
        operations = List.copyOf(operations);
        path = List.copyOf(path);
    }

    /** Whether the contract has it. */
    public boolean exists() {
        return missing == null;
    }

    /** @param pairs what no scenario tries alone, a path may try */
    static List<TransitionCover> of(KeyStates states, Promises promises, CaseIndex index, List<PairCover> pairs) {
        Map<Promises.Part, Map<Transition, List<Transition>>> paths = new LinkedHashMap<>();
        promises.parts().forEach(part -> paths.put(part, states.paths(states.in(part.contract()))));
        return states.transitions().stream()
                .map(transition -> of(transition, paths, promises, index, pairs))
                .toList();
    }

    private static TransitionCover of(
            Transition transition,
            Map<Promises.Part, Map<Transition, List<Transition>>> paths,
            Promises promises,
            CaseIndex index,
            List<PairCover> pairs) {
        List<Promises.Part> there = new ArrayList<>();
        Set<String> reasons = new LinkedHashSet<>();
        List<Transition> shortest = List.of();
        for (Map.Entry<Promises.Part, Map<Transition, List<Transition>>> one : paths.entrySet()) {
            List<Transition> path = one.getValue().getOrDefault(transition, List.of());
            Optional<Judgement> lacking = transition.lackingIn(one.getKey().contract());
            if (lacking.isPresent()) {
                reasons.add(lacking.get().reason());
            } else if (path.isEmpty()) {
                reasons.add("the contract has no way to its state");
            } else {
                there.add(one.getKey());
                shortest = shortest.isEmpty() || path.size() < shortest.size() ? path : shortest;
            }
        }
        String missing = there.isEmpty() ? String.join("; ", reasons) : null;
        Tried tried = missing != null
                ? Tried.none("The contract has no such transition.")
                : transition.notJudged() != null
                        ? PairCover.with(transition.id(), pairs, transition.notJudged())
                        : index.by(transition.judgedBy(), one -> Promises.isOfOne(there, one));
        return new TransitionCover(
                transition.id(),
                transition.from(),
                transition.event(),
                transition.to(),
                transition.response(),
                missing,
                promises.operations(there),
                shortest.stream().map(Transition::id).toList(),
                tried);
    }
}
