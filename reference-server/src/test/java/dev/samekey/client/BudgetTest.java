package dev.samekey.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.contract.RetryRules.ShareRules;
import dev.samekey.server.contract.RetryRules.TokenRules;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private final AtomicLong now = new AtomicLong();
    private final ShareBudget tenth = new ShareBudget(new ShareRules(0.1, Duration.ofSeconds(60), 10), now::get);

    @Test
    void the_share_counts_from_the_least_number_of_requests() {
        tenth.first();

        assertThat(retries(tenth, 20)).isEqualTo(8);
    }

    @Test
    void retries_are_a_share_of_all_requests() {
        operations(900);

        assertThat(retries(tenth, 200)).isEqualTo(100);
    }

    @Test
    void retries_come_back_with_new_requests_and_as_the_window_goes_on() {
        operations(90);
        assertThat(retries(tenth, 20)).isEqualTo(10);
        operations(9);
        assertThat(retries(tenth, 5)).isEqualTo(1);

        now.addAndGet(Duration.ofSeconds(61).toNanos());
        assertThat(retries(tenth, 20)).isEqualTo(9);
    }

    @Test
    void a_bucket_is_emptied_by_retries_and_filled_by_successes() {
        TokenBudget bucket = new TokenBudget(new TokenRules(50, 5, 1));

        assertThat(retries(bucket, 20)).isEqualTo(10);
        IntStream.range(0, 5).forEach(i -> bucket.success());
        assertThat(retries(bucket, 20)).isEqualTo(1);
        IntStream.range(0, 500).forEach(i -> bucket.success());
        assertThat(retries(bucket, 20)).isEqualTo(10);
    }

    private void operations(int number) {
        IntStream.range(0, number).forEach(i -> tenth.first());
    }

    private static long retries(Budget budget, int asked) {
        return IntStream.range(0, asked).filter(i -> budget.retry()).count();
    }
}
