package dev.samekey.seeds.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AmountsTest {
    private final Sequence sequence = new Sequence(List.of(
            new Step(Kind.PAYMENT, 800, Retries.NONE),
            new Step(Kind.REFUND, 500, Retries.NONE),
            new Step(Kind.VOID, 0, Retries.NONE)));

    @Test
    void the_largest_payment_comes_to_what_may_be_paid() {
        assertThat(amounts(sequence.upTo(16000))).containsExactly(16000L, 10000L, 0L);
        assertThat(amounts(sequence.upTo(8))).containsExactly(8L, 5L, 0L);
    }

    @Test
    void no_payment_is_above_what_may_be_paid() {
        assertThat(amounts(sequence.upTo(5))).containsExactly(5L, 5L, 0L);
        assertThat(amounts(sequence.upTo(1))).containsExactly(1L, 5L, 0L);
    }

    private static List<Long> amounts(Sequence sequence) {
        return sequence.steps().stream().map(Step::amount).toList();
    }
}
