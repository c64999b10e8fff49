package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.judge.world.ReadyCalls;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTest {
    private static final Operation PAYMENT = ReadyCalls.json("{}").operation();

    private final Reading playbook = new Reading(Dialects.shipped("playbook"));
    private final Reading bare = contract("");

    @Test
    void a_mark_in_the_body_is_no_difference() {
        Reading marking = contract("replay: {mode: stored, marker: {member: /replayed, replay: true}, varies: [/at]}");
        Answer first = new Answer(201, List.of(), "{\"id\": 1, \"at\": 1}");

        assertThat(marking.saysTheSame(first, new Answer(201, List.of(), "{\"id\": 1, \"at\": 2, \"replayed\": true}")))
                .isTrue();
        assertThat(marking.saysTheSame(first, new Answer(201, List.of(), "{\"id\": 2, \"at\": 1, \"replayed\": true}")))
                .isFalse();
        assertThat(bare.saysTheSame(first, new Answer(201, List.of(), "{\"id\": 1, \"at\": 1, \"replayed\": true}")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "120", "Sun, 06 Nov 1994 08:49:37 GMT", "Fri, 31 Dec 1999 23:59:59 GMT"})
    void seconds_and_http_dates_are_legal(String value) {
        assertThat(Reading.isRetryAfter(value)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "none",
                "-1",
                "1.5",
                "+1",
                "1s",
                "1, 2",
                "soon",
                "1994-11-06T08:49:37Z",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
                "Sun, 6 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 08:49:37 +0200",
                "06 Nov 1994 08:49:37 GMT",
                "Mon, 06 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 25:00:00 GMT"
            })
    void anything_else_is_not(String value) {
        assertThat(Reading.isRetryAfter(value)).isFalse();
    }

    @Test
    void a_date_lets_its_caller_retry_as_many_seconds_later_as_the_clock_of_its_server_says() {
        Answer dated = new Answer(
                409,
                List.of(
                        new Header("Date", "Sun, 06 Nov 1994 08:49:37 GMT"),
                        new Header("Retry-After", "Sun, 06 Nov 1994 08:49:40 GMT")),
                "");

        assertThat(Reading.secondsToRetry(dated, Instant.EPOCH)).containsExactly(2L, 3L, 4L);
        assertThat(Reading.secondsToRetry(marked("Retry-After", "120"), Instant.EPOCH))
                .containsExactly(120L);
        assertThat(Reading.secondsToRetry(marked("Retry-After", "soon"), Instant.EPOCH))
                .isEmpty();
    }

    @Test
    void a_mark_may_have_any_value_of_a_pattern_but_must_be_there() {
        Reading reading = contract("replay: {mode: stored, marker: {header: Replayed-At, replay: \"/.+/\"}}");

        assertThat(reading.isMarked(marked("Replayed-At", "2026-11-25T04:40:00Z")))
                .isTrue();
        assertThat(reading.isMarked(marked("Replayed-At", ""))).isFalse();
        assertThat(reading.isMarked(new Answer(201, List.of(), "{}"))).isFalse();
    }

    @Test
    void a_code_stands_at_the_first_of_its_places_where_something_stands() {
        Reading reading = contract("errors: {code: [/code, /error/number]}");

        assertThat(reading.code(new Answer(409, List.of(), "{\"error\": {\"number\": 4009}}")))
                .isEqualTo("4009");
        assertThat(reading.code(new Answer(409, List.of(), "{\"code\": \"a\", \"error\": {\"number\": 4009}}")))
                .isEqualTo("a");
        assertThat(reading.code(new Answer(409, List.of(), "{}"))).isEmpty();
    }

    @Test
    void what_a_contract_says_of_the_next_attempt_is_said_of_one_refusal() {
        Reading said = contract("""
                errors: {code: /code}
                refusals:
                  in_progress: {status: 409, code: busy, retry_after: {min: 1, max: 5}}
                  rate_limited: {status: 429, code: many}
                """);

        assertThat(said.retryAfter(answer(409, "busy"))).hasToString("Retry-After: at least 1 at most 5");
        assertNotChecked(() -> said.retryAfter(answer(429, "many")), "refusals.rate_limited.retry_after: ");
        assertNotChecked(() -> bare.retryAfter(answer(409, "")), "refusals.in_progress.retry_after: ");
    }

    @Test
    void an_id_decides_over_the_mark() {
        assertThat(playbook.isReplay(PAYMENT, result("p-1", "stored"), result("p-2", "replayed")))
                .isFalse();
        assertThat(playbook.isReplay(PAYMENT, result("p-1", "stored"), result("p-1", "stored")))
                .isTrue();
    }

    @Test
    void a_mark_that_the_first_answer_has_too_tells_nothing() {
        assertThat(playbook.isReplay(
                        PAYMENT, marked("Idempotency-Status", "stored"), marked("Idempotency-Status", "replayed")))
                .isTrue();
        assertThat(playbook.isReplay(
                        PAYMENT, marked("Idempotency-Status", "replayed"), marked("Idempotency-Status", "replayed")))
                .isFalse();
    }

    @Test
    void a_refused_repeat_is_known_only_where_the_contract_refuses_repeats() {
        String refusals = "refusals: {replayed_key: {status: 409}}\n";

        assertThat(contract("replay: {mode: reject}\n" + refusals).isRefusedRepeat(answer(409, "")))
                .isTrue();
        assertThat(contract("replay: {mode: stored}\n" + refusals).isRefusedRepeat(answer(409, "")))
                .isFalse();
        assertThat(contract("replay: {mode: reject}\n").isRefusedRepeat(answer(409, "")))
                .isFalse();
    }

    @Test
    void status_and_code_tell_refusals_apart() {
        Refusal mismatch = playbook.refusal(Reason.PAYLOAD_MISMATCH);

        assertThat(playbook.is(mismatch, answer(409, "CONFLICT.idempotency.payload_mismatch")))
                .isTrue();
        assertThat(playbook.is(mismatch, answer(422, "CONFLICT.idempotency.payload_mismatch")))
                .isFalse();
        assertThat(playbook.is(mismatch, answer(409, "CONFLICT.idempotency.in_progress")))
                .isFalse();
        assertThat(playbook.is(mismatch, new Answer(409, List.of(), "<html>"))).isFalse();
        assertThat(playbook.isInProgress(answer(409, "CONFLICT.idempotency.in_progress")))
                .isTrue();
        assertThat(playbook.isInProgress(answer(409, "CONFLICT.idempotency.payload_mismatch")))
                .isFalse();
    }

    @Test
    void by_a_code_that_stands_nobody_knows_where_each_refusal_may_be_the_one_and_nothing_else() {
        String refusals =
                "refusals: {payload_mismatch: {code: used}, in_progress: {code: busy}, invalid: {code: no}}\n";
        Reading coded = contract(refusals);

        assertThat(coded.isMismatch(answer(400, "used"))).isTrue();
        assertThat(coded.isInProgress(answer(400, "used"))).isTrue();
        assertThat(coded.isMismatch(answer(201, ""))).isFalse();
        assertThat(coded.isInProgress(answer(500, ""))).isFalse();
        assertThat(coded.knowsMismatch()).isFalse();
        assertThat(coded.is(new Refusal(List.of(), List.of("no"), null), answer(400, "no")))
                .isFalse();
        assertNotChecked(() -> coded.requireTold(answer(400, "used"), Reason.PAYLOAD_MISMATCH), "errors.code: ");
        assertThatNoException().isThrownBy(() -> coded.requireTold(answer(201, ""), Reason.PAYLOAD_MISMATCH));
        assertThatNoException()
                .isThrownBy(() -> contract("errors: {code: /code}\n" + refusals)
                        .requireTold(answer(400, "used"), Reason.PAYLOAD_MISMATCH));
    }

    @Test
    void a_refusal_that_its_status_tells_needs_no_place_of_a_code() {
        Reading stated = contract("refusals: {payload_mismatch: {code: used}, in_progress: {status: 423}}\n");

        assertThatNoException()
                .isThrownBy(() -> stated.requireTold(answer(423, ""), Reason.PAYLOAD_MISMATCH, Reason.IN_PROGRESS));
        assertNotChecked(
                () -> stated.requireTold(answer(422, ""), Reason.PAYLOAD_MISMATCH, Reason.IN_PROGRESS),
                "errors.code: ");
    }

    @Test
    void any_error_may_be_that_of_a_dependency_where_its_code_stands_nobody_knows_where() {
        String refusals = "refusals: {timeout: {code: late}}\n";

        assertThat(contract(refusals).isOfADependency(answer(500, "late"))).isTrue();
        assertThat(contract(refusals + "errors: {code: /code}\n").isOfADependency(answer(500, "late")))
                .isTrue();
        assertThat(contract(refusals + "errors: {code: /code}\n").isOfADependency(answer(500, "lost")))
                .isFalse();
        assertThat(contract("").isOfADependency(answer(500, "late"))).isFalse();
    }

    @Test
    void a_replay_is_known_by_its_mark() {
        assertThat(playbook.isMarked(marked("Idempotency-Status", "replayed"))).isTrue();
        assertThat(playbook.isMarked(marked("idempotency-status", "replayed"))).isTrue();
        assertThat(playbook.isMarked(marked("Idempotency-Status", "stored"))).isFalse();
        assertThat(playbook.isMarked(answer(200, ""))).isFalse();
    }

    @Test
    void where_the_contract_is_silent_nothing_is_guessed() {
        assertThat(bare.marks()).isFalse();
        assertThat(bare.isMarked(marked("Idempotency-Status", "replayed"))).isFalse();
        assertThat(bare.isInProgress(answer(409, ""))).isTrue();
        assertThat(bare.isInProgress(answer(425, ""))).isTrue();
        assertThat(bare.isInProgress(answer(423, ""))).isFalse();
        assertNotChecked(() -> bare.refusal(Reason.PAYLOAD_MISMATCH), "refusals.payload_mismatch: ");
        assertNotChecked(bare::marker, "replay.marker: ");
    }

    private static void assertNotChecked(Runnable asked, String reason) {
        assertThatExceptionOfType(Judgement.class).isThrownBy(asked::run).satisfies(judgement -> {
            assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CHECKED);
            assertThat(judgement.reason()).startsWith(reason);
        });
    }

    private static Answer result(String id, String mark) {
        return new Answer(201, List.of(new Header("Idempotency-Status", mark)), "{\"id\": \"" + id + "\"}");
    }

    private static Reading contract(String more) {
        return new Reading(YamlFile.of("bare.yaml", "name: bare\nkey: {in: header, name: X-Key}\n" + more)
                .as(Contract.class));
    }

    private static Answer answer(int status, String code) {
        return new Answer(status, List.of(), "{\"code\": \"" + code + "\"}");
    }

    private static Answer marked(String name, String value) {
        return new Answer(200, List.of(new Header(name, value)), "{}");
    }
}
