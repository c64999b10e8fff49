package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingTest {
    private final Reading playbook = new Reading(Dialects.shipped("playbook"));
    private final Reading bare = contract("");

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
    void a_loser_need_not_be_refused_where_the_contract_keeps_it_waiting() {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(contract("in_progress: wait")::mustTellToWait)
                .satisfies(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_APPLICABLE));
        assertThatNoException().isThrownBy(contract("in_progress: refuse")::mustTellToWait);
        assertThatNoException().isThrownBy(contract("in_progress: either")::mustTellToWait);
        assertThatNoException().isThrownBy(bare::mustTellToWait);
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
    void a_failure_need_not_pass_where_the_contract_keeps_it() {
        Reading keeping = contract("stored: {5xx: true}");

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> keeping.mustPass(answer(503, "down")))
                .satisfies(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_APPLICABLE));
        assertThatNoException().isThrownBy(() -> keeping.mustPass(answer(429, "slow down")));
        assertThatNoException()
                .isThrownBy(() -> contract("stored: {5xx: false}").mustPass(answer(503, "down")));
        assertThatNoException().isThrownBy(() -> bare.mustPass(answer(503, "down")));
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
    void a_replay_is_known_by_its_mark() {
        assertThat(playbook.isReplay(marked("Idempotency-Status", "replayed"))).isTrue();
        assertThat(playbook.isReplay(marked("idempotency-status", "replayed"))).isTrue();
        assertThat(playbook.isReplay(marked("Idempotency-Status", "stored"))).isFalse();
        assertThat(playbook.isReplay(answer(200, ""))).isFalse();
    }

    @Test
    void where_the_contract_is_silent_nothing_is_guessed() {
        assertThat(bare.marks()).isFalse();
        assertThat(bare.isReplay(marked("Idempotency-Status", "replayed"))).isFalse();
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
