package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.words.Likeness;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.ControlRequest;
import dev.samekey.steps.judge.world.Controls;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.Lacking;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.ReadyCalls;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What the responses to repeated requests may be, and that a legal key is accepted. */
class ResponseStepsTest {
    private static final Answer CREATED = answer(201, "{\"id\":\"pay-1\"}");
    private static final Answer ANOTHER = answer(201, "{\"id\":\"pay-2\"}");
    private static final Answer DONE = answer(409, "{\"code\":\"done\"}");
    private static final Answer DOWN = answer(503, "{}");

    private final Contract storing = contract("replay: {mode: stored}");
    private final Contract rejecting = contract("replay: {mode: reject}\nrefusals: {replayed_key: {status: 409}}");

    @Test
    void a_replay_names_the_result_of_the_first() {
        assertThatNoException()
                .isThrownBy(() -> steps(storing, CREATED, CREATED, CREATED).allAreLike(Likeness.SAME_RESULT));
        assertEnds(
                Verdict.BROKEN, () -> steps(storing, CREATED, CREATED, ANOTHER).allAreLike(Likeness.SAME_RESULT));
    }

    @Test
    void a_contract_that_rejects_repetitions_has_them_name_no_result() {
        assertThatNoException()
                .isThrownBy(() -> steps(rejecting, CREATED, DONE, DONE).allAreLike(Likeness.SAME_RESULT));
        assertEnds(
                Verdict.BROKEN, () -> steps(rejecting, CREATED, DONE, CREATED).allAreLike(Likeness.SAME_RESULT));
    }

    @Test
    void the_first_request_itself_is_no_repetition() {
        assertThatNoException()
                .isThrownBy(() -> steps(rejecting, CREATED, DONE, DONE).allAreLike(Likeness.SAME));
        assertEnds(
                Verdict.BROKEN, () -> steps(rejecting, CREATED, DONE, CREATED).allAreLike(Likeness.SAME));
    }

    @Test
    void a_failure_that_lasts_is_no_transient_one() {
        assertEnds(Verdict.BROKEN, () -> steps(storing, DOWN, DOWN).onlyTheLastIsASuccess());
        assertThatNoException().isThrownBy(() -> steps(storing, DOWN, CREATED).onlyTheLastIsASuccess());
    }

    @Test
    void a_retry_whose_first_response_did_not_arrive_says_what_was_made() {
        assertEnds(Verdict.BROKEN, () -> steps(storing, DOWN, answer(201, "")).isLike(Likeness.SUCCESS));
        assertEnds(
                Verdict.BROKEN,
                () -> steps(storing, DOWN, answer(201, "{\"id\":\"pa")).isLike(Likeness.SUCCESS));
        assertThatNoException().isThrownBy(() -> steps(storing, DOWN, CREATED).isLike(Likeness.SUCCESS));
    }

    @Test
    void a_success_after_a_crash_names_its_result() {
        Answer bare = answer(200, "{\"status\":\"duplicate\"}");
        Contract ok = contract("replay: {mode: stored, status: 200}");

        assertThatNoException().isThrownBy(() -> afterACrash(ok, CREATED).isLike(Likeness.SUCCESS));
        assertEnds(Verdict.BROKEN, () -> afterACrash(ok, bare).isLike(Likeness.SUCCESS));
        assertEnds(Verdict.BROKEN, () -> afterACrash(ok, bare).allAreLike(Likeness.SUCCESS));
        assertEnds(Verdict.BROKEN, () -> afterACrash(ok, answer(201, "{}")).onlyTheLastIsASuccess());
    }

    @Test
    void a_success_after_a_crash_may_name_nothing_where_the_contract_does_not_say_what_a_replay_has() {
        assertThatNoException()
                .isThrownBy(() -> afterACrash(contract(""), answer(201, "{}")).isLike(Likeness.SUCCESS));
    }

    @Test
    void the_result_of_a_success_after_a_crash_can_be_read_as_that_of_its_control() throws IOException {
        try (RawServer server = RawServer.doing(ResponseStepsTest::onlyTheFirst)) {
            assertThatNoException()
                    .isThrownBy(() -> afterACrash(server, CREATED, CREATED).isLike(Likeness.SUCCESS));
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(() -> afterACrash(server, CREATED, ANOTHER).isLike(Likeness.SUCCESS))
                    .withMessageStartingWith("result of a payment that a crash interrupted, read under the id")
                    .returns(Verdict.BROKEN, Judgement::verdict);
        }
    }

    @Test
    void where_the_result_of_the_control_is_not_found_a_path_may_be_wrong() throws IOException {
        try (RawServer server = RawServer.doing(ResponseStepsTest::onlyTheFirst)) {
            assertThatNoException()
                    .isThrownBy(() -> afterACrash(server, ANOTHER, ANOTHER).isLike(Likeness.SUCCESS));
        }
    }

    /** Finds the first payment and no other. */
    private static void onlyTheFirst(RawServer.Received request, Socket connection) throws IOException {
        String answer = RawServer.bare(request.line().contains("/payments/pay-1 ") ? "200 OK" : "404 Not Found");
        connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
    }

    /** The steps after a request that a crash interrupted got this response, at a target whose control got that one. */
    private ResponseSteps afterACrash(RawServer server, Answer ofTheControl, Answer answer) {
        Call control = ReadyCalls.payment("u-0", new Request("POST", "/payments", List.of(), "{}"));
        Controls controls = new Controls() {
            @Override
            public void require(Operation operation, Journal journal) {
                // It works.
            }

            @Override
            public Optional<ControlRequest.Sent> sent(Operation operation) {
                Exchange exchange =
                        new Exchange(control.request(), server.uri(), ofTheControl, null, Instant.EPOCH, 0, 1);
                return Optional.of(new ControlRequest.Sent(control, null, exchange, Optional.empty()));
            }
        };
        TargetFile file = Targets.file(Targets.fullAt(server.uri()));
        return steps(file, storing, controls, payment(), List.of(Purpose.FIRST), List.of(answer), true);
    }

    @Test
    void a_legal_key_must_be_accepted_unless_the_target_serves_nobody() {
        assertEnds(Verdict.BROKEN, () -> underLegalKey(answer(400, "")).allAreLike(Likeness.ACCEPTED));
        assertEnds(Verdict.BROKEN, () -> underLegalKey(answer(500, "")).allAreLike(Likeness.ACCEPTED));
        assertEnds(Verdict.INCONCLUSIVE, () -> underLegalKey(answer(504, "")).allAreLike(Likeness.ACCEPTED));
        assertEnds(Verdict.INCONCLUSIVE, () -> underLegalKey(answer(429, "")).allAreLike(Likeness.ACCEPTED));
    }

    @Test
    void a_short_key_that_is_refused_is_not_called_used_before_where_nobody_knows_where_the_code_of_that_stands() {
        String refusal = "refusals: {payload_mismatch: {code: BAD_REQUEST}}";
        Answer refused = answer(400, "{\"code\":\"BAD_REQUEST\"}");

        assertEnds(
                Verdict.INCONCLUSIVE,
                () -> underShortKey(contract(refusal), refused).allAreLike(Likeness.ACCEPTED));
        assertThatNoException()
                .isThrownBy(() -> underShortKey(contract("errors: {code: /code}\n" + refusal), refused)
                        .allAreLike(Likeness.ACCEPTED));
    }

    @Test
    void under_an_expired_key_another_payload_is_new_and_no_mismatch() {
        Contract executing = contract("expired: execute\nrefusals: {payload_mismatch: {status: 422}}");

        assertThatNoException()
                .isThrownBy(() -> withAnotherPayload(executing, ANOTHER).isLike(Likeness.DUE_TO_EXPIRED_KEY));
        assertEnds(
                Verdict.BROKEN,
                () -> withAnotherPayload(executing, answer(422, "{}")).isLike(Likeness.DUE_TO_EXPIRED_KEY));
    }

    @Test
    void where_an_expired_key_is_rejected_another_payload_may_be_refused_for_itself_and_the_same_may_not() {
        Contract refusing =
                contract("expired: reject\nrefusals: {payload_mismatch: {status: 422}, expired_key: {status: 410}}");

        assertThatNoException()
                .isThrownBy(
                        () -> withAnotherPayload(refusing, answer(410, "{}")).isLike(Likeness.DUE_TO_EXPIRED_KEY));
        assertThatNoException()
                .isThrownBy(
                        () -> withAnotherPayload(refusing, answer(422, "{}")).isLike(Likeness.DUE_TO_EXPIRED_KEY));
        assertEnds(Verdict.BROKEN, () -> withAnotherPayload(refusing, ANOTHER).isLike(Likeness.DUE_TO_EXPIRED_KEY));
        assertEnds(
                Verdict.BROKEN,
                () -> steps(refusing, CREATED, answer(422, "{}")).isLike(Likeness.DUE_TO_EXPIRED_KEY));
    }

    @Test
    void a_reading_that_shows_no_change_may_have_been_kept() {
        Answer before = answer(200, "{\"paid\":10}");
        Answer after = answer(200, "{\"paid\":0}");

        assertThatNoException().isThrownBy(() -> read(before, after, after).areTheSameReadings());
        assertEnds(Verdict.NOT_CHECKED, () -> read(before, before, before).areTheSameReadings());
        assertEnds(Verdict.BROKEN, () -> read(before, after, before).areTheSameReadings());
        assertEnds(Verdict.BROKEN, () -> read(before, before, CREATED).areTheSameReadings());
    }

    @Test
    void a_duplicate_of_an_event_may_be_acknowledged_by_another_2xx_than_the_first_delivery() {
        assertThatNoException().isThrownBy(() -> delivered(202, 200).allAreLike(Likeness.SUCCESS));
        assertEnds(Verdict.BROKEN, () -> delivered(202, 409).allAreLike(Likeness.SUCCESS));
    }

    private static ResponseSteps delivered(int first, int duplicate) {
        TestScenario scenario = new TestScenario(Targets.file(Targets.FULL + "    success: 202\n"));
        Call call = scenario.world.begin(scenario.operation("settled"));
        scenario.sent(call, Purpose.FIRST, first);
        scenario.sent(call, Purpose.DUPLICATE, duplicate);
        return new ResponseSteps(
                scenario.world, scenario.contract(), scenario.checks, scenario.effects, scenario.raceRounds);
    }

    @Test
    void a_duplicate_of_any_other_operation_has_the_status_of_its_success() {
        assertEnds(
                Verdict.BROKEN, () -> steps(storing, CREATED, answer(202, "{}")).allAreLike(Likeness.SUCCESS));
    }

    @Test
    void each_replay_is_as_long_as_the_first_response_and_none_redirects() {
        Answer elsewhere = answer(302, "");
        Answer inflated = answer(201, "{\"id\":\"pay-1\",\"note\":\"" + "n".repeat(500) + "\"}");

        assertThatNoException()
                .isThrownBy(() -> steps(storing, CREATED, CREATED, CREATED).allAreLike(Likeness.IN_TIME));
        assertEnds(
                Verdict.BROKEN,
                () -> steps(storing, CREATED, CREATED, elsewhere).allAreLike(Likeness.IN_TIME));
        assertEnds(
                Verdict.BROKEN, () -> steps(storing, CREATED, CREATED, inflated).allAreLike(Likeness.IN_TIME));
    }

    @Test
    void a_refusal_among_the_replays_has_a_length_of_its_own() {
        Answer refused = answer(409, "{\"detail\":\"" + "d".repeat(500) + "\"}");

        assertThatNoException()
                .isThrownBy(() -> steps(storing, CREATED, CREATED, refused).allAreLike(Likeness.IN_TIME));
        assertEnds(
                Verdict.NOT_CHECKED,
                () -> steps(storing, CREATED, refused, CREATED).allAreLike(Likeness.IN_TIME));
    }

    @Test
    void what_differs_in_two_readings_without_a_key_is_no_sign_of_a_kept_one() {
        Answer before = answer(200, "{\"paid\":10,\"meta\":{\"request\":\"r-1\"}}");
        Answer after = answer(200, "{\"paid\":0,\"meta\":{\"request\":\"r-2\"}}");
        Answer withKey = answer(200, "{\"paid\":0,\"meta\":{\"request\":\"r-3\"}}");
        Answer again = answer(200, "{\"paid\":0,\"meta\":{\"request\":\"r-4\"}}");

        assertThatNoException()
                .isThrownBy(() -> read(before, after, withKey, again).areTheSameReadings());
        assertEnds(Verdict.BROKEN, () -> read(before, after, before, again).areTheSameReadings());
        assertEnds(
                Verdict.NOT_CHECKED, () -> read(withKey, after, withKey, again).areTheSameReadings());
    }

    @Test
    void readings_that_are_no_json_and_differ_each_time_cannot_be_compared() {
        assertEnds(
                Verdict.NOT_CHECKED,
                () -> read(answer(200, "at 1"), answer(200, "at 2"), answer(200, "at 3"), answer(200, "at 4"))
                        .areTheSameReadings());
    }

    /** The steps after a result was read with a key, changed, and read without a key, with that one and without. */
    private ResponseSteps read(Answer before, Answer without, Answer with) {
        return read(before, without, with, without);
    }

    private ResponseSteps read(Answer before, Answer without, Answer with, Answer again) {
        return steps(
                storing,
                List.of(Purpose.FIRST, Purpose.EARLIER_READING, Purpose.READING, Purpose.READING, Purpose.READING),
                List.of(CREATED, before, without, with, again));
    }

    private static ResponseSteps withAnotherPayload(Contract contract, Answer answer) {
        return steps(contract, List.of(Purpose.FIRST, Purpose.OTHER_PAYLOAD), List.of(CREATED, answer));
    }

    private static void assertEnds(Verdict verdict, ThrowingCallable checked) {
        assertThatExceptionOfType(Judgement.class).isThrownBy(checked).returns(verdict, Judgement::verdict);
    }

    private static Contract contract(String more) {
        return YamlFile.of("own.yaml", "name: own\nkey: {in: header, name: X-Key}\n" + more)
                .as(Contract.class);
    }

    @Test
    void a_contract_that_rejects_repetitions_answers_so_after_a_success_and_not_in_place_of_one() {
        assertThatNoException()
                .isThrownBy(() -> steps(rejecting, DOWN, CREATED, DONE).isLike(Likeness.SUCCESS));
        assertEnds(Verdict.BROKEN, () -> steps(rejecting, DOWN, DONE).isLike(Likeness.SUCCESS));
        assertEnds(Verdict.BROKEN, () -> steps(storing, DOWN, CREATED, DONE).isLike(Likeness.SUCCESS));
    }

    /** The steps after a request and its repetitions got these responses. */
    private static ResponseSteps steps(Contract contract, Answer... answers) {
        List<Purpose> purposes = new ArrayList<>(Collections.nCopies(answers.length, Purpose.DUPLICATE));
        purposes.set(0, Purpose.FIRST);
        return steps(contract, purposes, List.of(answers));
    }

    /** The steps after another request under a legal key got this response. */
    private static ResponseSteps underLegalKey(Answer answer) {
        return steps(Targets.file(Targets.FULL).contract(), List.of(Purpose.OTHER), List.of(answer));
    }

    private static ResponseSteps underShortKey(Contract contract, Answer answer) {
        Call call = new Keys(contract).put(ReadyCalls.json("{}"), "abcd");
        return steps(contract, call, List.of(Purpose.CONTROL), List.of(answer), false);
    }

    /** The steps after a request that a crash interrupted was sent again and got this response. */
    private static ResponseSteps afterACrash(Contract contract, Answer answer) {
        return steps(contract, payment(), List.of(Purpose.FIRST), List.of(answer), true);
    }

    private static ResponseSteps steps(Contract contract, List<Purpose> purposes, List<Answer> answers) {
        return steps(contract, payment(), purposes, answers, false);
    }

    private static Call payment() {
        return ReadyCalls.payment("u-1", new Request("POST", "/payments", List.of(), "{}"));
    }

    private static ResponseSteps steps(
            Contract contract, Call call, List<Purpose> purposes, List<Answer> answers, boolean isInterrupted) {
        return steps(Targets.file(Targets.FULL), contract, Controls.NONE, call, purposes, answers, isInterrupted);
    }

    private static ResponseSteps steps(
            TargetFile file,
            Contract contract,
            Controls controls,
            Call call,
            List<Purpose> purposes,
            List<Answer> answers,
            boolean isInterrupted) {
        Wire wire = new Wire(Duration.ofSeconds(1));
        Journal journal = new Journal(file.secrets());
        CurrentPhase phase = CurrentPhase.none();
        Calls calls = Lacking.calls(file, contract, wire, journal, controls);
        World world = new World(contract, wire, calls, journal, phase);
        world.test(call);
        if (isInterrupted) {
            world.interrupt(call);
        }
        for (int i = 0; i < answers.size(); i++) {
            world.add(
                    call,
                    new Exchange(
                            call.request(),
                            URI.create("http://127.0.0.1:1"),
                            answers.get(i),
                            null,
                            Instant.EPOCH,
                            0,
                            1),
                    purposes.get(i),
                    "sent");
        }
        Checks checks = new Checks();
        Effects effects = new Effects(Lacking.everything(file), calls, journal, checks);
        return new ResponseSteps(world, contract, checks, effects, new RaceRounds(file.target(), journal, phase));
    }

    private static Answer answer(int status, String body) {
        return new Answer(status, List.of(), body);
    }
}
