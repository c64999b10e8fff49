package dev.samekey.steps.judge.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.statistics.BudgetReview.Outcome;
import dev.samekey.steps.judge.statistics.BudgetReview.Sent;
import dev.samekey.steps.model.contract.Policies;
import dev.samekey.steps.model.contract.RetryBudget;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BudgetReviewTest {
    private static final RetryBudget SHARE =
            new RetryBudget(0.1, Duration.ofSeconds(60), 10, null, null, null, null, null, null);
    private static final Noise NOISE = Noise.ofLog(Duration.ofMillis(16));

    @Test
    void a_tenth_of_the_requests_is_in_the_budget_and_each_retry_of_an_outage_is_not() {
        assertThat(BudgetReview.of(SHARE, outage(300, 10), NOISE).verdict()).isEqualTo(Verdict.HELD);
        BudgetReview storm = BudgetReview.of(SHARE, outage(300, 1), NOISE);
        assertThat(storm.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(storm.retries()).isEqualTo(300);
        assertThat(storm.worst().retries()).isGreaterThan(10 * storm.worst().allowed() / 3);
    }

    @Test
    void a_share_that_is_counted_for_each_of_four_threads_is_above_the_budget() {
        assertThat(BudgetReview.of(SHARE, outage(300, 3), NOISE).verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void what_is_older_than_the_window_does_not_count() {
        List<Sent> sent = new ArrayList<>(outage(300, 10));
        Duration later = Duration.ofSeconds(200);
        sent.add(new Sent(later, false, Outcome.FAILURE));
        for (int i = 1; i <= 5; i++) {
            sent.add(new Sent(later.plusMillis(i), true, Outcome.FAILURE));
        }
        assertThat(BudgetReview.of(SHARE, sent, NOISE).breaches()).hasSize(3);
    }

    @Test
    void without_a_retry_nothing_is_judged() {
        assertThat(BudgetReview.of(SHARE, List.of(new Sent(Duration.ZERO, false, Outcome.FAILURE)), NOISE)
                        .verdict())
                .isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void the_tokens_of_aws_pay_for_35_retries_and_come_back_with_successes() {
        RetryBudget aws = budget("aws-sdk-java-v2");
        List<Sent> sent = new ArrayList<>(outage(35, 1));
        assertThat(BudgetReview.of(aws, sent, NOISE).verdict()).isEqualTo(Verdict.HELD);
        Duration later = Duration.ofSeconds(100);
        for (int i = 0; i < 10; i++) {
            sent.add(new Sent(later.plusMillis(i), false, Outcome.SUCCESS));
        }
        for (int i = 0; i < 2; i++) {
            sent.add(new Sent(later.plusSeconds(1 + i), true, Outcome.FAILURE));
        }
        assertThat(BudgetReview.of(aws, sent, NOISE).verdict()).isEqualTo(Verdict.HELD);
        sent.add(new Sent(later.plusSeconds(9), true, Outcome.FAILURE));
        assertThat(BudgetReview.of(aws, sent, NOISE).breaches()).hasSize(1);
    }

    @Test
    void grpc_stops_retrying_when_half_of_its_tokens_are_gone() {
        RetryBudget grpc = budget("grpc-throttling");
        assertThat(BudgetReview.of(grpc, outage(3, 1), NOISE).verdict()).isEqualTo(Verdict.HELD);
        assertThat(BudgetReview.of(grpc, outage(20, 1), NOISE).verdict()).isEqualTo(Verdict.BROKEN);
    }

    /** Everything fails: first attempts, of which one in so many is retried. */
    private static List<Sent> outage(int operations, int oneIn) {
        List<Sent> sent = new ArrayList<>();
        for (int i = 1; i <= operations; i++) {
            Duration at = Duration.ofMillis(100L * i);
            sent.add(new Sent(at, false, Outcome.FAILURE));
            if (i % oneIn == 0) {
                sent.add(new Sent(at.plusMillis(50), true, Outcome.FAILURE));
            }
        }
        return sent;
    }

    private static RetryBudget budget(String policy) {
        return Objects.requireNonNull(Policies.shipped(policy).budget());
    }
}
