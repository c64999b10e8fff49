package dev.samekey.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.Contracts;
import dev.samekey.server.contract.RetryRules;
import dev.samekey.server.contract.RetryRules.ExponentialDelays;
import dev.samekey.server.contract.RetryRules.Jitter;
import dev.samekey.server.dialect.DialectException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class JitteredBackoffTest {
    private static final double ALMOST_ONE = Math.nextDown(1.0);

    @Test
    void the_playbook_waits_from_half_to_the_whole_of_each_delay() {
        RetryRules rules = rules("delays: [200ms, 400ms, 800ms, 1600ms], jitter: equal");

        assertThat(bounds(rules, 1)).containsExactly(millis(100), millis(200));
        assertThat(bounds(rules, 4)).containsExactly(millis(800), millis(1600));
        assertThat(rules.attempts()).isEqualTo(5);
        assertThat(rules.total()).contains(Duration.ofSeconds(10));
    }

    @Test
    void full_jitter_begins_at_nothing_and_grows_up_to_the_longest_delay() {
        RetryRules rules = rules("delays: null, exponential: {initial: 100ms, factor: 2, max: 2s}, jitter: full");

        assertThat(bounds(rules, 1)).containsExactly(Duration.ZERO, millis(100));
        assertThat(bounds(rules, 3)).containsExactly(Duration.ZERO, millis(400));
        assertThat(bounds(rules, 9)).containsExactly(Duration.ZERO, millis(2000));
        assertThat(bounds(rules, 9999)).containsExactly(Duration.ZERO, millis(2000));
    }

    @Test
    void jitter_may_be_two_parts_of_the_delay() {
        assertThat(bounds(rules("delays: [1s], jitter: {from: 0.9, to: 1.1}"), 1))
                .containsExactly(millis(900), millis(1100));
        assertThat(bounds(rules("delays: [1s], jitter: none"), 1)).containsExactly(millis(1000), millis(1000));
    }

    @Test
    void decorrelated_jitter_goes_from_the_first_delay_to_three_times_the_previous_one() {
        ExponentialDelays delays = new ExponentialDelays(millis(100), 3, millis(2000));
        JitteredBackoff backoff = new JitteredBackoff(delays, Jitter.DECORRELATED, new Random(1)::nextDouble);

        Duration previous = Duration.ZERO;
        for (int retry = 1; retry < 200; retry++) {
            Duration before = previous.isZero() ? millis(100) : previous;
            previous = backoff.delay(retry, previous);
            assertThat(previous).isBetween(millis(100), before.multipliedBy(3)).isLessThanOrEqualTo(millis(2000));
        }
    }

    @Test
    void what_a_dialect_does_not_say_has_a_default() {
        RetryRules rules =
                rules("delays: null, attempts: null, total: null, statuses: null, connection: null, jitter: null");

        assertThat(rules.attempts()).isEqualTo(5);
        assertThat(rules.total()).isEqualTo(Optional.empty());
        assertThat(rules.retried()).contains(429, 503);
        assertThat(rules.connection()).isTrue();
        assertThat(bounds(rules, 1)).containsExactly(millis(100), millis(200));
    }

    @Test
    void a_policy_that_cannot_be_kept_is_refused_where_it_stands() {
        Assertions.assertThatThrownBy(() -> rules("extends: polly-v8"))
                .isInstanceOf(DialectException.class)
                .hasMessageContaining("retry.extends");
        Assertions.assertThatThrownBy(() -> rules("budget: {window: 60s}"))
                .isInstanceOf(DialectException.class)
                .hasMessageContaining("retry.budget.share");
        Assertions.assertThatThrownBy(() -> rules("budget: {tokens: 500, above: 250}"))
                .isInstanceOf(DialectException.class)
                .hasMessageContaining("retry.budget.above is nothing that this client keeps");
        Assertions.assertThatThrownBy(() -> rules("jitter: some")).hasMessageContaining("retry.jitter");
    }

    private static RetryRules rules(String retry) {
        return Contracts.but("retry: {" + retry + "}").retry();
    }

    private static List<Duration> bounds(RetryRules rules, int retry) {
        return DoubleStream.of(0, ALMOST_ONE)
                .mapToObj(drawn ->
                        new JitteredBackoff(rules.delays(), rules.jitter(), () -> drawn).delay(retry, Duration.ZERO))
                .toList();
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }
}
