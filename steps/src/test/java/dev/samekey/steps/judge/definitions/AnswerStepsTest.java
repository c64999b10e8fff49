package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Lacking;
import dev.samekey.steps.judge.world.ReadyCalls;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What answers to repeated requests may be. */
class AnswerStepsTest {
    private static final Answer CREATED = answer(201, "{\"id\":\"pay-1\"}");
    private static final Answer ANOTHER = answer(201, "{\"id\":\"pay-2\"}");
    private static final Answer DONE = answer(409, "{\"code\":\"done\"}");
    private static final Answer DOWN = answer(503, "{}");

    private final Contract storing = contract("replay: {mode: stored}");
    private final Contract rejecting = contract("replay: {mode: reject}\nrefusals: {replayed_key: {status: 409}}");

    @Test
    void a_replay_names_the_result_of_the_first() {
        assertThatNoException()
                .isThrownBy(() -> steps(storing, CREATED, CREATED, CREATED).nameTheSameResult());
        assertEnds(
                Verdict.BROKEN, () -> steps(storing, CREATED, CREATED, ANOTHER).nameTheSameResult());
    }

    @Test
    void a_contract_that_rejects_repetitions_has_them_name_no_result() {
        assertThatNoException()
                .isThrownBy(() -> steps(rejecting, CREATED, DONE, DONE).nameTheSameResult());
        assertEnds(
                Verdict.BROKEN, () -> steps(rejecting, CREATED, DONE, CREATED).nameTheSameResult());
    }

    @Test
    void the_first_request_itself_is_no_repetition() {
        assertThatNoException()
                .isThrownBy(() -> steps(rejecting, CREATED, DONE, DONE).everyOneIsTheFirst());
        assertEnds(
                Verdict.BROKEN, () -> steps(rejecting, CREATED, DONE, CREATED).everyOneIsTheFirst());
    }

    @Test
    void a_failure_that_the_contract_keeps_need_not_pass() {
        Contract keeping = contract("stored: {5xx: true}");

        assertEnds(Verdict.NOT_APPLICABLE, () -> steps(keeping, DOWN, DOWN).onlyTheLastIsASuccess());
        assertEnds(Verdict.BROKEN, () -> steps(storing, DOWN, DOWN).onlyTheLastIsASuccess());
        assertThatNoException().isThrownBy(() -> steps(storing, DOWN, CREATED).onlyTheLastIsASuccess());
    }

    private static void assertEnds(Verdict verdict, ThrowingCallable checked) {
        assertThatExceptionOfType(Judgement.class).isThrownBy(checked).returns(verdict, Judgement::verdict);
    }

    private static Contract contract(String more) {
        return YamlFile.of("own.yaml", "name: own\nkey: {in: header, name: X-Key}\n" + more)
                .as(Contract.class);
    }

    /** The steps after a request and its repetitions got these answers. */
    private static AnswerSteps steps(Contract contract, Answer... answers) {
        TargetFile file = Targets.file(Targets.FULL);
        Wire wire = new Wire(Duration.ofSeconds(1));
        Journal journal = new Journal(file.secrets());
        Calls calls = Lacking.calls(file, contract, wire, journal);
        World world = new World(contract, wire, calls, journal);
        Call call = ReadyCalls.payment("u-1", new Request("POST", "/payments", List.of(), "{}"));
        world.test(call);
        for (Answer answer : answers) {
            world.add(
                    call,
                    new Exchange(call.request(), URI.create("http://127.0.0.1:1"), answer, null, Instant.EPOCH, 0, 1),
                    "sent");
        }
        return new AnswerSteps(world, contract, new Checks());
    }

    private static Answer answer(int status, String body) {
        return new Answer(status, List.of(), body);
    }
}
