package dev.samekey.steps.judge.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.drive.service.Behaviour;
import dev.samekey.steps.drive.service.Script;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.RetryBudget;
import dev.samekey.steps.model.targets.ClientUnderTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlaysTest {
    @Test
    void a_client_that_retries_a_smaller_share_has_as_many_successes_as_its_own_share_takes() {
        RetryBudget tenth = budget("charges");

        int wholeShare = plays("charges").successesToRefill(tenth, new Plays.Sent(70, 7));
        int halfOfIt = plays("charges").successesToRefill(tenth, new Plays.Sent(70, 3));

        assertThat(70 + wholeShare).isBetween(80, 82);
        assertThat(70 + halfOfIt).as("one more retry is 5 % of so many").isGreaterThanOrEqualTo(80);
        assertThat(4.0 / (70 + halfOfIt)).isLessThanOrEqualTo(3.0 / 70);
    }

    @Test
    void a_client_whose_successes_give_back_half_as_many_tokens_has_twice_as_many_successes() {
        RetryBudget half = budget("retry-safe");

        int successes = plays("retry-safe").successesToRefill(half, new Plays.Sent(400, 300));

        assertThat(successes * half.refundOf(false) / 2).isGreaterThanOrEqualTo(1);
    }

    @Test
    void each_operation_is_asked_for_another_wait_that_is_too_long_and_for_the_same_one_each_time() {
        Script script = plays("retry-safe").asking(Mishap.UNAVAILABLE, Often.ALWAYS, Wait.LONG, 1);

        assertThat(asked(script, 3)).containsExactly("6", "3600", "2592000");
        assertThat(asked(script, 3)).containsExactly("6", "3600", "2592000");
    }

    @Test
    void half_a_second_is_asked_for_by_a_real_clock_only() {
        Plays plays = plays("retry-safe");

        List<String> real = asked(plays.asking(Mishap.UNAVAILABLE, Often.ALWAYS, Wait.UNKEPT, 1), 10);
        List<String> fast = asked(plays.asking(Mishap.UNAVAILABLE, Often.ALWAYS, Wait.UNKEPT, 25), 10);

        assertThat(real).contains("-5", "soon", "0.5");
        assertThat(fast).contains("-5", "soon").doesNotContain("0.5");
    }

    @Test
    void operations_fail_in_turn_in_the_ways_that_the_contract_retries() {
        Script script = plays("retry-safe").failingInTurn(List.of(Mishap.INVALID, Mishap.UNAVAILABLE, Mishap.RESET));

        assertThat(Stream.of("a", "b", "c", "a").map(unique -> script.decide(unique, 1)))
                .extracting(behaviour -> behaviour.getClass().getSimpleName())
                .containsExactly("Refuse", "Lose", "Refuse", "Refuse");
    }

    private static List<String> asked(Script script, int operations) {
        return IntStream.range(0, operations)
                .mapToObj(i -> script.decide("operation " + i, 1))
                .map(behaviour -> String.valueOf(((Behaviour.Refuse) behaviour).retryAfter()))
                .toList();
    }

    private static Plays plays(String dialect) {
        return new Plays(new Bench(
                session -> task -> Outcome.unknown(task.id()),
                ClientUnderTest.command(List.of("unused")),
                Dialects.shipped(dialect),
                Path.of("")));
    }

    private static RetryBudget budget(String dialect) {
        return Objects.requireNonNull(
                Objects.requireNonNull(Dialects.shipped(dialect).retry()).budget());
    }
}
