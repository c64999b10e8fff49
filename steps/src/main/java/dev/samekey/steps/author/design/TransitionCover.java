package dev.samekey.steps.author.design;

import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.states.Transition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A transition of the life of a key, and the cases that try it.
 *
 * @param missing why the contract has it not, or does not say whether it has; null where it has
 * @param path the ids of the transitions that lead to it from the first state, and its own; empty where it cannot be reached
 */
public record TransitionCover(
        String id,
        String from,
        String event,
        String to,
        String response,
        @Nullable String missing,
        List<String> path,
        Tried tried) {
    public TransitionCover {
        path = List.copyOf(path);
    }

    /** Whether the contract has it. */
    public boolean exists() {
        return missing == null;
    }

    static List<TransitionCover> of(KeyStates states, Contract contract, CaseIndex index) {
        Map<Transition, List<Transition>> paths = states.paths(states.in(contract));
        return states.transitions().stream()
                .map(transition -> of(transition, paths.getOrDefault(transition, List.of()), contract, index))
                .toList();
    }

    private static TransitionCover of(
            Transition transition, List<Transition> path, Contract contract, CaseIndex index) {
        String missing = transition
                .lackingIn(contract)
                .map(judgement -> judgement.reason())
                .orElse(path.isEmpty() ? "the contract has no way to its state" : null);
        Tried tried = missing != null
                ? Tried.none("The contract has no such transition.")
                : transition.notJudged() != null ? Tried.none(transition.notJudged()) : index.by(transition.judgedBy());
        return new TransitionCover(
                transition.id(),
                transition.from(),
                transition.event(),
                transition.to(),
                transition.response(),
                missing,
                path.stream().map(Transition::id).toList(),
                tried);
    }
}
