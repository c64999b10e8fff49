package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.contract.Retry.Decision;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryTest {
    @Test
    void the_playbook_waits_from_half_to_the_whole_of_each_delay() {
        assertThat(envelopes(shipped("playbook"), 6))
                .containsExactly("100 to 200 ms", "200 to 400 ms", "400 to 800 ms", "800 to 1600 ms");
    }

    @Test
    void the_middle_tier_waits_from_nothing_to_its_delay_and_the_platform_exactly_so_long() {
        assertThat(envelopes(shipped("charges"), 6))
                .containsExactly("0 to 100 ms", "0 to 200 ms", "0 to 400 ms", "0 to 800 ms");
        assertThat(envelopes(shipped("platform"), 6)).containsExactly("500 ms", "2000 ms", "5000 ms", "30000 ms");
    }

    @ParameterizedTest
    @CsvSource({"playbook", "platform", "charges"})
    void the_reference_systems_retry_what_may_pass_and_nothing_else(String dialect) {
        Retry retry = shipped(dialect);
        assertThat(List.of(429, 500, 502, 503, 504))
                .allMatch(status -> retry.onStatus(status).equals(Optional.of(Decision.RETRY)));
        assertThat(List.of(400, 401, 403, 404, 422))
                .allMatch(status -> retry.onStatus(status).equals(Optional.of(Decision.NEVER)));
        assertThat(retry.onStatus(409)).isEmpty();
        assertThat(retry.onConnection()).contains(Decision.RETRY);
        assertThat(retry.mostAttempts()).hasValue(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "retry_after: {most: 10s, beyond: fail}             | 10   | false",
                "retry_after: {most: 10s, beyond: fail}             | 3600 | true",
                "retry_after: {most: 10s, beyond: ignore}, total: 5s | 3600 | false",
                "retry_after: {most: 10s}                           | 3600 | false",
                "retry_after: {}                                    | 3600 | false",
                "retry_after: {}, total: 60s                        | 3600 | true",
            })
    void a_client_gives_up_where_it_is_asked_to_wait_longer_than_it_may(String policy, int seconds, boolean givesUp) {
        assertThat(retry(policy).givesUp(Duration.ofSeconds(seconds))).isEqualTo(givesUp);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "retry_after: {most: 10s, beyond: fail}              | PT10S",
                "retry_after: {most: 10s, beyond: fail}, total: 5s   | PT5S",
                "retry_after: {most: 10s, beyond: fail}, total: 60s  | PT10S",
                "retry_after: {most: 10s, beyond: ignore}            |",
                "retry_after: {}                                     |",
            })
    void the_longest_that_a_client_may_be_asked_to_wait_is_the_lesser_of_two(
            String policy, @Nullable Duration longest) {
        assertThat(retry(policy).longestAsked()).isEqualTo(Optional.ofNullable(longest));
    }

    @Test
    void a_code_counts_before_the_status() {
        Retry playbook = shipped("playbook");
        assertThat(playbook.onResponse(409, "CONFLICT.idempotency.in_progress")).contains(Decision.RETRY);
        assertThat(playbook.onResponse(409, "CONFLICT.idempotency.payload_mismatch"))
                .contains(Decision.NEVER);
        assertThat(playbook.onResponse(503, "something else")).contains(Decision.RETRY);
        assertThat(playbook.onResponse(409, null)).isEmpty();
    }

    @Test
    void without_a_promise_of_jitter_a_delay_may_be_shorter() {
        assertThat(envelopes(retry("delays: [1s, 2s]"), 5)).containsExactly("0 to 1000 ms", "0 to 2000 ms");
    }

    @Test
    void exponential_delays_stop_growing_and_have_no_end_without_a_number_of_attempts() {
        Retry retry = retry("exponential: {initial: 100ms, factor: 3, max: 500ms}, jitter: {from: 0.9, to: 1.1}");
        assertThat(envelopes(retry, 4))
                .containsExactly("90 to 110 ms", "270 to 330 ms", "450 to 550 ms", "450 to 550 ms");
        assertThat(retry.longest()).isEmpty();
        assertThat(retry("exponential: {initial: 100ms, factor: 2}, attempts: 3")
                        .longest())
                .contains(Duration.ofMillis(300));
    }

    @Test
    void decorrelated_delays_depend_on_the_previous_one() {
        Retry retry = retry("exponential: {initial: 100ms, factor: 2, max: 1s}, jitter: decorrelated");
        assertThat(retry.envelope(1, null).map(String::valueOf)).contains("100 to 300 ms");
        assertThat(retry.envelope(2, Duration.ofMillis(150)).map(String::valueOf))
                .contains("100 to 450 ms");
        assertThat(retry.envelope(3, Duration.ofMillis(900)).map(String::valueOf))
                .contains("100 to 1000 ms");
        assertThat(retry.envelope(3, null).map(String::valueOf)).contains("100 to 1000 ms");
    }

    @Test
    void a_contract_that_says_nothing_promises_nothing() {
        Retry silent = retry("");
        assertThat(silent.envelope(1, null)).isEmpty();
        assertThat(silent.mostAttempts()).isEmpty();
        assertThat(silent.onResponse(503, "x")).isEmpty();
        assertThat(silent.onConnection()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jitter: ful | own.yaml:1: retry.jitter: «ful» is not known; did you mean «full»?",
                "jitter: {from: 0.9} | own.yaml:1: retry.jitter: should be a word, or have from and to",
                "jitter: decorrelated | own.yaml:1: retry: decorrelated jitter needs exponential",
                "delays: [1s], exponential: {initial: 1s, factor: 2} | own.yaml:1: retry: says both delays and exponential",
                "exponential: {factor: 2} | own.yaml:1: retry.exponential: initial: should be a duration",
                "exponential: {initial: 1s} | own.yaml:1: retry.exponential: factor: should be from 1 to 100",
                "'statuses: {retry: [409], never: [409]}' | own.yaml:1: retry.statuses: says both retry and never for 409",
                "budget: {share: 0.1} | own.yaml:1: retry.budget: has either share and window, or tokens and cost",
                "'budget: {share: 0.1, window: 1s, cost: 1}' | own.yaml:1: retry.budget: has either share and window",
            })
    void what_is_wrong_is_reported_with_its_place(String members, String message) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> retry(members))
                .withMessageStartingWith(message);
    }

    private static List<String> envelopes(Retry retry, int most) {
        return IntStream.rangeClosed(1, most)
                .boxed()
                .flatMap(number -> retry.envelope(number, null).stream())
                .map(Envelope::toString)
                .toList();
    }

    private static Retry shipped(String dialect) {
        return Objects.requireNonNull(Dialects.shipped(dialect).retry());
    }

    private static Retry retry(String members) {
        String yaml = "retry: {" + members + "}\nname: own\nkey: {in: header, name: K}\n";
        return Objects.requireNonNull(
                Dialects.of(YamlFile.of("own.yaml", yaml), "own").retry());
    }
}
