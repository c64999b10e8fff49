package dev.samekey.client;

import static dev.samekey.client.TestClients.QUICK;
import static dev.samekey.client.TestClients.ended;
import static dev.samekey.client.TestClients.parts;
import static dev.samekey.client.TestClients.pay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.client.AttemptResult.Loss;
import dev.samekey.client.AttemptResult.NoResponse;
import dev.samekey.client.AttemptResult.Response;
import dev.samekey.client.TestService.Answer;
import dev.samekey.client.TestService.Received;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryingClientTest {
    private final TestService service = new TestService();

    @TempDir
    Path folder = Path.of("");

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void every_attempt_has_the_same_key_and_the_same_bytes() {
        service.answering(Answer.of(503), Answer.RESET, Answer.of(500));

        ClientOutcome outcome = pay(parts(service, folder, QUICK));

        assertThat(outcome.last().isSuccess()).isTrue();
        assertThat(outcome.attempts()).isEqualTo(4);
        assertThat(UUID.fromString(outcome.key()).version()).isEqualTo(4);
        assertThat(service.received()).hasSize(4).allSatisfy(attempt -> {
            assertThat(attempt.line()).isEqualTo("POST /payments HTTP/1.1");
            assertThat(attempt.key()).isEqualTo(outcome.key());
            assertThat(attempt.headers()).isEqualTo(service.received().get(0).headers());
            assertThat(attempt.body()).isEqualTo("{\"amount\":1000,\"reference\":\"u-1\"}");
        });
    }

    static Stream<Answer> transientFailures() {
        Stream<Answer> statuses = Stream.of(429, 500, 502, 503, 504).map(Answer::of);
        Answer running = Answer.code(409, "CONFLICT.idempotency.in_progress");
        Answer early = Answer.code(425, "CONFLICT.idempotency.in_progress");
        Stream<Answer> others = Stream.of(
                running, early, Answer.RESET, Answer.CLOSED, Answer.SILENCE, Answer.TRUNCATED, Answer.STALLED);
        return Stream.concat(statuses, others);
    }

    @ParameterizedTest
    @MethodSource("transientFailures")
    void a_transient_failure_is_sent_again_once(Answer failure) {
        service.answering(failure);

        ClientOutcome outcome = pay(parts(service, folder, QUICK));

        assertThat(outcome.last().isSuccess()).isTrue();
        assertThat(outcome.attempts()).isEqualTo(2);
        assertThat(service.received()).hasSize(2);
    }

    static Stream<Answer> terminalFailures() {
        Stream<Answer> statuses = Stream.of(302, 400, 401, 403, 404, 409, 422).map(Answer::of);
        return Stream.concat(
                statuses,
                Stream.of(
                        Answer.code(409, "CONFLICT.idempotency.payload_mismatch"),
                        Answer.code(503, "VALIDATION.member")));
    }

    @ParameterizedTest
    @MethodSource("terminalFailures")
    void a_terminal_failure_is_sent_once_and_not_kept(Answer failure) {
        service.answering(failure);

        ClientOutcome outcome = pay(parts(service, folder, QUICK));

        assertThat(outcome.last().isSuccess()).isFalse();
        assertThat(outcome.attempts()).isEqualTo(1);
        assertThat(outcome.parked()).isFalse();
        assertThat(service.received()).hasSize(1);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_service_that_is_not_there_is_tried_again() {
        service.close();

        ClientOutcome outcome = pay(parts(service, folder, QUICK));

        assertThat(outcome.attempts()).isEqualTo(5);
        assertThat(outcome.last())
                .isInstanceOfSatisfying(
                        NoResponse.class, lost -> assertThat(lost.loss()).isEqualTo(Loss.REFUSED));
    }

    @Test
    void the_last_failure_is_reported_as_itself() {
        service.answering(Answer.of(500), Answer.of(500), Answer.of(500), Answer.of(500))
                .always(Answer.code(503, "DEPENDENCY.unavailable"));

        ClientOutcome outcome = pay(parts(service, folder, QUICK));

        assertThat(service.received()).hasSize(5);
        assertThat(outcome.attempts()).isEqualTo(5);
        assertThat(outcome.last()).isInstanceOfSatisfying(Response.class, last -> {
            assertThat(last.status()).isEqualTo(503);
            assertThat(last.body()).contains("DEPENDENCY.unavailable");
        });
    }

    @Test
    void slow_responses_count_for_the_total_time() {
        service.always(Answer.SILENCE);
        long start = System.nanoTime();

        ClientOutcome outcome = pay(parts(service, folder, "delays: [20ms], attempts: 9, total: 1500ms"));

        assertThat(outcome.attempts()).isEqualTo(2);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(1000), Duration.ofMillis(2500));
    }

    @Test
    void a_fast_clock_shortens_each_wait_and_counts_it_in_full() {
        service.always(Answer.of(503));
        long start = System.nanoTime();

        ClientOutcome outcome =
                pay(parts(service, folder, "delays: [30s], jitter: none, attempts: 9, total: 100s", 100));

        assertThat(outcome.attempts()).isEqualTo(4);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(900), Duration.ofSeconds(15));
    }

    @Test
    void no_attempt_is_earlier_than_the_seconds_of_retry_after() {
        service.answering(Answer.retryAfter(429, "1"));

        pay(parts(service, folder, QUICK));

        assertThat(gap()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void no_attempt_is_earlier_than_the_date_of_retry_after() {
        ZonedDateTime then = ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(2);
        service.answering(Answer.retryAfter(503, DateTimeFormatter.RFC_1123_DATE_TIME.format(then)));

        pay(parts(service, folder, QUICK));

        assertThat(ZonedDateTime.now(ZoneOffset.UTC)).isAfterOrEqualTo(then.withNano(0));
        assertThat(service.received()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM ppd HH:mm:ss yyyy"})
    void the_older_forms_of_a_date_are_read_too(String form) {
        ZonedDateTime then = ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(2);
        service.answering(Answer.retryAfter(
                503, DateTimeFormatter.ofPattern(form, Locale.ENGLISH).format(then)));

        pay(parts(service, folder, QUICK));

        assertThat(ZonedDateTime.now(ZoneOffset.UTC)).isAfterOrEqualTo(then.withNano(0));
        assertThat(service.received()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "soon", "0", "Fri, 01 Jan 2021 00:00:00 GMT", "1.5"})
    void a_retry_after_that_says_nothing_leaves_the_delay_as_it_is(String value) {
        service.answering(Answer.retryAfter(503, value));

        assertThat(pay(parts(service, folder, QUICK)).attempts()).isEqualTo(2);
        assertThat(gap()).isLessThan(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "3600", "99999999999999999999", "Fri, 01 Jan 2100 00:00:00 GMT"})
    void a_retry_after_beyond_the_total_time_ends_the_operation_at_once(String value) {
        service.answering(Answer.retryAfter(503, value));
        long start = System.nanoTime();

        ClientOutcome outcome = pay(parts(service, folder, QUICK));

        assertThat(outcome.last())
                .isInstanceOfSatisfying(
                        Response.class, last -> assertThat(last.status()).isEqualTo(503));
        assertThat(service.received()).hasSize(1);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void a_retry_after_beyond_the_contract_is_ignored_where_the_contract_says_so() {
        service.answering(Answer.retryAfter(503, "2"));

        pay(parts(service, folder, QUICK + ", retry_after: {most: 1s, beyond: ignore}"));

        assertThat(service.received()).hasSize(2);
        assertThat(gap()).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void what_is_given_up_is_resumed_by_another_client_under_its_key() {
        service.answering(Answer.of(503), Answer.of(503), Answer.of(503), Answer.of(503), Answer.of(503));
        ClientOutcome given = pay(parts(service, folder, QUICK));

        RetryingClient later = new RetryingClient(parts(service, folder, QUICK));
        ClientOutcome resumed = ended(later.resume("17"));

        assertThat(given.parked()).isTrue();
        assertThat(resumed.last().isSuccess()).isTrue();
        assertThat(service.received()).hasSize(6);
        assertThat(service.received()).extracting(Received::key).containsOnly(given.key());
        assertThat(service.received())
                .extracting(Received::body)
                .hasSize(6)
                .containsOnly(service.received().get(0).body());
        assertThat(folder).isEmptyDirectory();
        assertThatThrownBy(() -> later.resume("17")).hasMessage("no operation is parked under 17");
    }

    @Test
    void an_operation_that_fails_again_stays_parked() {
        service.always(Answer.of(503));
        ClientOutcome given = pay(parts(service, folder, QUICK));

        ClientOutcome resumed = ended(new RetryingClient(parts(service, folder, QUICK)).resume("17"));

        assertThat(resumed.parked()).isTrue();
        assertThat(resumed.key()).isEqualTo(given.key());
        assertThat(folder).isDirectoryContaining("glob:**.json");
    }

    @Test
    void a_contract_without_dead_letters_keeps_nothing() {
        service.always(Answer.of(503));

        assertThat(pay(parts(service, folder, QUICK + ", dead_letter: false")).parked())
                .isFalse();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void past_the_budget_a_failure_returns_at_once() {
        service.always(Answer.of(503));
        RetryingClient client =
                new RetryingClient(parts(service, folder, QUICK + ", budget: {share: 0.1, window: 60s, least: 5}"));

        List<ClientOutcome> outcomes = IntStream.range(0, 100)
                .mapToObj(i -> ended(client.perform("id" + i, "payment", "{}")))
                .toList();

        int retries = service.received().size() - outcomes.size();
        assertThat(retries).isBetween(4, 11);
        assertThat(outcomes).allMatch(outcome -> !outcome.last().isSuccess());
    }

    private Duration gap() {
        List<Received> received = service.received();
        return Duration.ofNanos(received.get(1).nanos() - received.get(0).nanos());
    }
}
