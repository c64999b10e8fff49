package dev.samekey.seeds.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SequencesTest {
    private static final long SEEDS = 200;

    @Test
    void the_same_seed_makes_the_same_sequence() {
        assertThat(Sequences.generate(42)).isEqualTo(Sequences.generate(42));
    }

    @Test
    void scenarios_side_by_side_get_the_same_sequences() {
        assertThat(LongStream.range(0, SEEDS).parallel().mapToObj(Sequences::generate))
                .containsExactlyElementsOf(
                        LongStream.range(0, SEEDS).mapToObj(Sequences::generate).toList());
    }

    @Test
    void two_hundred_seeds_meet_every_case() {
        List<Expected> met = LongStream.range(0, SEEDS)
                .mapToObj(Sequences::generate)
                .flatMap(sequence -> sequence.expected().stream())
                .toList();

        assertThat(met.stream()
                        .map(step -> step.step().kind() + " " + step.accepted())
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder("PAYMENT true", "REFUND true", "REFUND false", "VOID true", "VOID false");
        assertThat(met).anyMatch(step -> step.step().retries().later());
        assertThat(met).anyMatch(step -> step.step().retries().count() == 3);
    }

    /** What goes wrong with the second part of a payment must not be a matter of luck. */
    @Test
    void in_half_of_the_sequences_two_parts_of_one_payment_are_given_back() {
        long twice = LongStream.range(0, SEEDS)
                .mapToObj(Sequences::generate)
                .filter(sequence -> sequence.expected().stream()
                        .filter(step -> step.step().kind() == Kind.REFUND && step.accepted())
                        .collect(Collectors.groupingBy(Expected::payment, Collectors.counting()))
                        .values()
                        .stream()
                        .anyMatch(parts -> parts > 1))
                .count();

        assertThat(twice).isGreaterThan(SEEDS / 2);
    }

    /** The planted fault: a refund that is retried later is booked again. */
    @Test
    void what_fails_is_made_as_short_as_can_be() {
        Predicate<Sequence> drifts = sequence -> sequence.expected().stream()
                .anyMatch(step -> step.step().kind() == Kind.REFUND
                        && step.accepted()
                        && step.step().retries().later());

        assertThat(failing(drifts))
                .isNotEmpty()
                .allSatisfy(
                        seed -> assertThat(Sequences.shrink(seed, drifts, 1000)).hasToString("""
                        | do      | amount | retries |
                        | payment |    100 | 0       |
                        | refund  |    100 | 1 later |"""));
    }

    /** The planted fault: a void forgets what was given back before. */
    @Test
    void a_failure_that_takes_three_steps_keeps_three() {
        Predicate<Sequence> drifts = sequence ->
                sequence.expected().stream().anyMatch(step -> step.step().kind() == Kind.VOID && !step.accepted());

        assertThat(failing(drifts))
                .isNotEmpty()
                .allSatisfy(
                        seed -> assertThat(Sequences.shrink(seed, drifts, 1000).steps())
                                .hasSize(3)
                                .extracting(Step::retries)
                                .containsOnly(Retries.NONE));
    }

    @Test
    void no_more_sequences_are_tried_than_allowed() {
        List<Sequence> tried = new ArrayList<>();

        Sequences.shrink(7, sequence -> !tried.add(sequence), 5);

        assertThat(tried).hasSize(5).doesNotHaveDuplicates();
    }

    private static List<Long> failing(Predicate<Sequence> fails) {
        return LongStream.range(0, SEEDS)
                .filter(seed -> fails.test(Sequences.generate(seed)))
                .boxed()
                .toList();
    }
}
