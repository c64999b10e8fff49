package dev.samekey.steps.judge.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.RetryBudget;
import dev.samekey.steps.model.targets.ClientUnderTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
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
