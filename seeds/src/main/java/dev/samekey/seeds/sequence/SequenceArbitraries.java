package dev.samekey.seeds.sequence;

import static dev.samekey.seeds.sequence.Kind.PAYMENT;
import static dev.samekey.seeds.sequence.Kind.REFUND;
import static dev.samekey.seeds.sequence.Kind.VOID;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** All sequences, the ones in which much is given back first of all. */
final class SequenceArbitraries {
    private static final int MOST_STEPS = 8;
    private static final int MOST_RETRIES = 3;
    /** Few different amounts, so that what is given back often comes to exactly what was paid. */
    private static final long UNIT = 100;

    private static final long MOST_UNITS = 8;

    private SequenceArbitraries() {}

    static Arbitrary<Sequence> sequences() {
        // A kind is listed as often as it should be drawn.
        Arbitrary<Kind> kinds = Arbitraries.of(REFUND, REFUND, REFUND, REFUND, PAYMENT, PAYMENT, VOID);
        Arbitrary<List<Step>> others = steps(kinds).list().ofMaxSize(MOST_STEPS - 1);
        return Combinators.combine(steps(Arbitraries.just(PAYMENT)), others).as(SequenceArbitraries::sequence);
    }

    private static Sequence sequence(Step first, List<Step> others) {
        List<Step> steps = new ArrayList<>(List.of(first));
        steps.addAll(others);
        return new Sequence(steps);
    }

    private static Arbitrary<Step> steps(Arbitrary<Kind> kinds) {
        Arbitrary<Long> amounts = Arbitraries.longs().between(1, MOST_UNITS).map(units -> units * UNIT);
        return Combinators.combine(kinds, amounts, retries())
                .as((kind, amount, retries) -> new Step(kind, kind == VOID ? 0 : amount, retries));
    }

    private static Arbitrary<Retries> retries() {
        return Combinators.combine(Arbitraries.integers().between(0, MOST_RETRIES), Arbitraries.of(false, true))
                .as(Retries::new);
    }
}
