package dev.samekey.steps.model.states;

import java.util.List;

/** Two transitions of which one follows the other. */
public record TransitionPair(Transition first, Transition next) {
    /** All of them: each transition with each that begins where it ends. */
    public static List<TransitionPair> of(List<Transition> some) {
        return some.stream()
                .flatMap(first -> some.stream()
                        .filter(next -> next.from().equals(first.to()))
                        .map(next -> new TransitionPair(first, next)))
                .toList();
    }

    /** Such as {@code replay, mismatch-refused}. */
    @Override
    public String toString() {
        return first.id() + ", " + next.id();
    }
}
