package dev.samekey.seeds.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SequenceTest {
    private static final Step PAY_500 = new Step(Kind.PAYMENT, 500, Retries.NONE);
    private static final Step REFUND_300 = new Step(Kind.REFUND, 300, Retries.NONE);
    private static final Step REFUND_200 = new Step(Kind.REFUND, 200, Retries.NONE);
    private static final Step VOID = new Step(Kind.VOID, 0, Retries.NONE);

    @Test
    void refunds_are_accepted_up_to_what_is_left() {
        assertThat(booked(PAY_500, REFUND_300, REFUND_300, REFUND_200, REFUND_200))
                .containsExactly(500L, -300L, 0L, -200L, 0L);
    }

    @Test
    void a_void_takes_back_all_and_nothing_comes_after_it() {
        assertThat(booked(PAY_500, VOID, VOID, REFUND_200)).containsExactly(500L, -500L, 0L, 0L);
    }

    @Test
    void what_was_refunded_cannot_be_voided() {
        assertThat(booked(PAY_500, REFUND_200, VOID)).containsExactly(500L, -200L, 0L);
    }

    @Test
    void a_reverse_is_about_the_last_payment() {
        Sequence sequence = new Sequence(List.of(PAY_500, VOID, PAY_500, REFUND_200));

        assertThat(sequence.expected()).extracting(Expected::payment).containsExactly(0, 0, 2, 2);
        assertThat(sequence.balance()).isEqualTo(300);
    }

    @Test
    void what_is_not_offered_is_left_out_and_comes_to_nothing() {
        Sequence whole = new Sequence(List.of(PAY_500, REFUND_200, VOID)).of(Set.of(Kind.PAYMENT, Kind.VOID));

        assertThat(whole).isEqualTo(new Sequence(List.of(PAY_500, VOID)));
        assertThat(whole.balance()).isZero();
    }

    @Test
    void retries_come_right_away_or_at_the_end() {
        Sequence sequence = new Sequence(List.of(
                new Step(Kind.PAYMENT, 500, new Retries(2, true)),
                new Step(Kind.REFUND, 200, new Retries(1, false)),
                new Step(Kind.VOID, 0, new Retries(1, true))));

        assertThat(sequence.sends()).containsExactly(0, 1, 1, 2, 0, 0, 2);
    }

    @Test
    void it_prints_as_a_data_table() {
        Sequence sequence = new Sequence(List.of(
                PAY_500, new Step(Kind.REFUND, 200, new Retries(2, true)), new Step(Kind.VOID, 0, Retries.NONE)));

        assertThat(sequence).hasToString("""
                | do      | amount | retries |
                | payment |    500 | 0       |
                | refund  |    200 | 2 later |
                | void    |        | 0       |""");
    }

    @Test
    void a_sequence_that_gives_back_before_anything_was_paid_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Sequence(List.of(REFUND_200)))
                .withMessage("a sequence begins with a payment");
    }

    @Test
    void a_row_that_lacks_a_column_is_refused_by_its_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sequence.of(List.of(Map.of("do", "payment", "amount", "500"))))
                .withMessage("a step of a sequence needs its 'retries'");
    }

    private static List<Long> booked(Step... steps) {
        return new Sequence(List.of(steps))
                .expected().stream().map(Expected::booked).toList();
    }
}
