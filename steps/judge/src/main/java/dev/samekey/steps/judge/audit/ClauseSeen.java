package dev.samekey.steps.judge.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What recordings show of one clause. */
public final class ClauseSeen {
    /** More than these nobody reads. */
    private static final int MOST = 20;

    private final List<Shown> contradictions = new ArrayList<>();
    private int examples;
    private int broken;

    void add(Shown shown) {
        examples++;
        if (shown.contradiction() != null) {
            broken++;
            contradictions.add(shown);
            if (contradictions.size() > MOST * 2) {
                keepFirst();
            }
        }
    }

    private void keepFirst() {
        contradictions.sort(Comparator.<Shown, Boolean>comparing(one -> isDoubtful(one))
                .thenComparing(one -> one.exchanges().get(0).sent()));
        contradictions
                .subList(Math.min(MOST, contradictions.size()), contradictions.size())
                .clear();
    }

    private static boolean isDoubtful(Shown shown) {
        Shown.Contradiction contradiction = shown.contradiction();
        return contradiction != null && contradiction.doubt() != null;
    }

    /** How many exchanges or pairs of them the clause is about. */
    public int examples() {
        return examples;
    }

    /** How many of these are not as the contract says. */
    public int broken() {
        return broken;
    }

    /** The first of them, those that are certain before the others. */
    List<Shown> first() {
        keepFirst();
        return List.copyOf(contradictions);
    }
}
