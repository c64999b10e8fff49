package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.words.Denial;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.CurrentScenario;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.Lacking;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.ReadyCalls;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What an answer may say of a payload that its reader did not send, and how a bad key is refused. */
class RefusalStepsTest {
    private static final String SENT = "{\"amount\":1000,\"payer\":\"payer-1\",\"reference\":\"u-1\"}";
    private static final String OTHER = "{\"amount\":2000,\"payer\":\"payer-1\",\"reference\":\"u-1\"}";
    private static final Answer CREATED =
            answer(201, "{\"id\":\"pay-77\",\"status\":\"completed\",\"amount\":1000,\"fee\":12}");

    private final TargetFile file = Targets.file(Targets.FULL);
    private final Wire wire = new Wire(Duration.ofSeconds(1));
    private final Journal journal = new Journal(file.secrets());
    private final CurrentPhase phase = CurrentPhase.none();

    @Test
    void a_refusal_that_only_says_no_leaks_nothing() {
        assertRevealsNothing(answer(409, "{\"code\":\"CONFLICT.idempotency.payload_mismatch\",\"retry\":12}"));
    }

    @Test
    void what_the_reader_sent_itself_is_no_secret() {
        assertRevealsNothing(answer(409, "{\"payer\":\"payer-1\",\"amount\":2000}"));
    }

    @Test
    void a_plain_word_is_nobodys_secret() {
        assertRevealsNothing(answer(409, "{\"status\":\"completed\"}"));
    }

    @Test
    void the_id_of_the_first_result_is_a_secret_wherever_it_stands() {
        assertReveals(answer(409, "{\"detail\":\"see payment pay-77\"}"));
        assertReveals(new Answer(409, List.of(new Header("Location", "/payments/pay-77")), "{}"));
    }

    @Test
    void a_replay_is_a_leak_whatever_it_says() {
        assertReveals(new Answer(409, List.of(new Header("Idempotency-Status", "replayed")), "{}"));
    }

    @Test
    void what_an_unrelated_response_has_too_is_no_secret() {
        Answer first = answer(201, "{\"id\":\"pay-77\",\"created\":1763850000,\"shop\":\"Shop No 17\"}");
        Answer mismatch = answer(409, "{\"at\":1763850000,\"detail\":\"Shop No 17 refuses\"}");
        Answer unrelated = answer(409, "{\"at\":1763850000,\"detail\":\"Shop No 17 refuses\"}");

        assertBroken(() -> compared(first, answer(409, "{}"), mismatch).revealsNothing());
        assertThatNoException()
                .isThrownBy(() -> compared(first, unrelated, mismatch).revealsNothing());
    }

    @Test
    void a_number_within_another_is_no_secret() {
        Answer first = answer(201, "{\"id\":\"pay-77\",\"created\":17638}");

        assertThatNoException()
                .isThrownBy(() -> compared(first, answer(409, "{}"), answer(409, "{\"at\":9176380}"))
                        .revealsNothing());
    }

    @Test
    void a_form_is_decoded_before_it_is_compared() {
        Request form = new Request(
                "POST",
                "/payments",
                List.of(new Header("Content-Type", "application/x-www-form-urlencoded")),
                "payer=payer+%26+son&amount=1000");
        Call first = ReadyCalls.payment("u-1", form);
        Call other = ReadyCalls.payment("u-1", form.withBody("payer=payer+%26+son&amount=2000"));
        Answer created = answer(201, "{\"id\":\"pay-77\",\"payer\":\"payer & son\"}");

        assertThatNoException()
                .isThrownBy(() -> steps(first, created, other, answer(409, "{\"payer\":\"payer & son\"}"))
                        .revealsNothing());
    }

    @Test
    void two_keys_are_refused_where_the_contract_says_so_and_may_be_one_elsewhere() {
        Contract silent = contract("key: {in: header, name: X-Key}");
        Contract item = contract("key: {in: header, name: X-Key, syntax: sf-string}");

        assertBroken(() -> malformed(file.contract(), CREATED).isRefused(Denial.TWO_KEYS));
        assertBroken(() -> malformed(item, CREATED).isRefused(Denial.TWO_KEYS));
        assertThatNoException()
                .isThrownBy(() -> malformed(silent, answer(422, "")).isRefused(Denial.TWO_KEYS));
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> malformed(silent, CREATED).isRefused(Denial.TWO_KEYS))
                .returns(Verdict.NOT_APPLICABLE, Judgement::verdict);
    }

    @Test
    void one_of_two_keys_is_used_up_if_it_replays_or_mismatches_alone() {
        Answer mismatch = answer(409, "{\"code\":\"CONFLICT.idempotency.payload_mismatch\"}");
        Answer refused = answer(400, "{\"code\":\"VALIDATION.idempotency.key_malformed\"}");
        Answer another = answer(201, "{\"id\":\"pay-78\"}");

        assertBroken(() -> twoKeys(CREATED, CREATED).neitherKeyWasUsedUp());
        assertBroken(() -> twoKeys(CREATED, mismatch).neitherKeyWasUsedUp());
        assertBroken(() -> twoKeys(refused, refused).neitherKeyWasUsedUp());
        assertThatNoException().isThrownBy(() -> twoKeys(CREATED, another).neitherKeyWasUsedUp());
        assertThatNoException().isThrownBy(() -> twoKeys(refused, another).neitherKeyWasUsedUp());
    }

    @Test
    void where_nobody_knows_where_the_code_of_a_mismatch_stands_a_key_is_used_up_by_a_replay_alone() {
        Contract coded = contract("key: {in: header, name: X-Key}\nrefusals: {payload_mismatch: {code: used}}");
        Answer another = answer(201, "{\"id\":\"pay-78\"}");

        assertThatNoException()
                .isThrownBy(() -> twoKeys(coded, CREATED, another).neitherKeyWasUsedUp());
        assertBroken(() -> twoKeys(coded, CREATED, CREATED).neitherKeyWasUsedUp());
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> twoKeys(coded, CREATED, answer(409, "{\"code\":\"used\"}"))
                        .neitherKeyWasUsedUp())
                .returns(Verdict.NOT_CHECKED, Judgement::verdict)
                .withMessageStartingWith("errors.code: ");
    }

    @Test
    void where_nobody_knows_where_the_code_of_a_mismatch_stands_a_success_in_progress_is_broken_all_the_same()
            throws IOException {
        Contract coded = contract("key: {in: header, name: X-Key}\nrefusals: {payload_mismatch: {code: used}}");

        try (RawServer refusing = slow(1200, "409 Conflict");
                RawServer executing = slow(1200, "201 Created")) {
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(() -> metInProgress(refusing, coded).isRefused(Denial.MISMATCH_OR_IN_PROGRESS))
                    .returns(Verdict.NOT_CHECKED, Judgement::verdict)
                    .withMessageStartingWith("errors.code: ");
            assertBroken(() -> metInProgress(executing, coded).isRefused(Denial.MISMATCH_OR_IN_PROGRESS));
        }
    }

    @Test
    void another_payload_that_came_when_the_slow_request_had_ended_has_met_nothing_in_progress() throws IOException {
        Contract stated = contract("key: {in: header, name: X-Key}\nrefusals: {payload_mismatch: {status: 422}}");

        try (RawServer quick = slow(50, "201 Created");
                RawServer refusing = slow(1200, "409 Conflict")) {
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(() -> metInProgress(quick, stated).isRefused(Denial.MISMATCH_OR_IN_PROGRESS))
                    .returns(Verdict.INCONCLUSIVE, Judgement::verdict)
                    .withMessageStartingWith("the slow one had ended before");
            assertThatNoException()
                    .isThrownBy(() -> metInProgress(refusing, stated).isRefused(Denial.MISMATCH_OR_IN_PROGRESS));
        }
    }

    @Test
    void after_a_refusal_of_two_keys_the_first_of_them_alone_succeeds() {
        Answer refused = answer(400, "{\"code\":\"VALIDATION.idempotency.key_malformed\"}");
        Answer inProgress = answer(409, "{\"code\":\"CONFLICT.idempotency.in_progress\"}");

        assertBroken(() -> twoKeys(refused, inProgress).neitherKeyWasUsedUp());
        assertBroken(() -> twoKeys(refused, answer(500, "{}")).neitherKeyWasUsedUp());
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> twoKeys(refused, answer(503, "{}")).neitherKeyWasUsedUp())
                .returns(Verdict.INCONCLUSIVE, Judgement::verdict);
    }

    @Test
    void after_a_refusal_of_two_keys_the_business_may_refuse_the_second_of_them() {
        Call call = call("u-1", SENT);
        World world = world(file.contract());
        world.test(call);
        world.add(call, exchange(call, answer(400, "{\"code\":\"malformed\"}")), Purpose.FIRST, "both keys");
        world.add(call, exchange(call, CREATED), Purpose.OTHER, "the first key");
        world.add(call, exchange(call, answer(409, "{\"code\":\"paid_already\"}")), Purpose.OTHER, "the second key");

        assertThatNoException().isThrownBy(() -> steps(file.contract(), world).neitherKeyWasUsedUp());
    }

    @Test
    void another_readers_payload_is_a_secret_as_a_whole() {
        Call first = call("u-1", SENT);
        Call stranger = call("u-1", "{\"amount\":2000,\"payer\":\"mallory\"}");

        assertBroken(() -> steps(first, CREATED, stranger, answer(409, "{\"payer\":\"payer-1\"}"))
                .revealsNothing());
    }

    @Test
    void where_the_contract_does_not_say_how_a_malformed_key_is_refused_it_is_refused_all_the_same() {
        Contract silent = contract("key: {in: header, name: X-Key}");

        assertThatNoException()
                .isThrownBy(() -> malformed(silent, answer(422, "")).isRefused(Denial.MALFORMED_KEY));
        assertBroken(() -> malformed(silent, CREATED).isRefused(Denial.MALFORMED_KEY));
        assertBroken(() -> malformed(silent, answer(500, "")).isRefused(Denial.MALFORMED_KEY));
        assertBroken(() -> malformed(file.contract(), answer(422, "")).isRefused(Denial.MALFORMED_KEY));
    }

    @Test
    void an_event_without_its_id_is_refused_with_400_or_as_the_contract_refuses_invalid_values() {
        Contract silent = contract("key: {in: header, name: X-Key}");
        Contract stated = contract("key: {in: header, name: X-Key}\nrefusals: {invalid: {status: 422}}");

        assertThatNoException()
                .isThrownBy(() -> malformed(silent, answer(400, "")).isRefused(Denial.MISSING_ID));
        assertThatNoException()
                .isThrownBy(() -> malformed(stated, answer(422, "")).isRefused(Denial.MISSING_ID));
        assertBroken(() -> malformed(silent, answer(422, "")).isRefused(Denial.MISSING_ID));
        assertBroken(() -> malformed(stated, CREATED).isRefused(Denial.MISSING_ID));
    }

    @Test
    void a_stranger_who_is_refused_under_a_known_key_alone_learns_that_it_exists() {
        Answer inUse = answer(409, "{\"code\":\"key_in_use\"}");
        Answer notYours = answer(409, "{\"code\":\"not_yours\"}");

        assertBroken(() -> stranger(file.contract(), inUse, CREATED).revealsNothing());
        assertBroken(() ->
                stranger(file.contract(), answer(403, "{}"), answer(404, "{}")).revealsNothing());
        assertBroken(() -> stranger(file.contract(), inUse, notYours).revealsNothing());
    }

    @Test
    void a_stranger_who_is_refused_under_any_key_alike_learns_nothing() {
        Answer notYours = answer(403, "{\"code\":\"not_yours\",\"at\":12}");

        assertThatNoException()
                .isThrownBy(() -> stranger(file.contract(), notYours, answer(403, "{\"code\":\"not_yours\",\"at\":13}"))
                        .revealsNothing());
    }

    @Test
    void where_the_contract_does_not_say_whose_a_key_is_nobody_knows_whether_a_stranger_may_learn_of_it() {
        Contract silent = contract("key: {in: header, name: X-Key}");

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> stranger(silent, answer(409, "{}"), CREATED).revealsNothing())
                .returns(Verdict.NOT_CHECKED, Judgement::verdict)
                .withMessageStartingWith("scope: ");
    }

    @Test
    void a_caller_without_credentials_is_refused_for_that_or_nobody_knows_what_it_would_learn() {
        Contract stated =
                contract("key: {in: header, name: X-Key}\nrefusals: {unauthenticated: {status: 400, code: who}}"
                        + "\nerrors: {code: /code}");
        Answer who = answer(400, "{\"code\":\"who\"}");

        assertThatNoException().isThrownBy(() -> nobody(file.contract(), answer(403, "{}"), answer(403, "{}")));
        assertThatNoException().isThrownBy(() -> nobody(stated, who, who));
        assertBroken(() -> nobody(file.contract(), answer(401, "{}"), CREATED));
        for (int status : List.of(415, 400, 404)) {
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(() -> nobody(file.contract(), answer(status, "{}"), answer(status, "{}")))
                    .returns(Verdict.INCONCLUSIVE, Judgement::verdict)
                    .withMessageStartingWith("a caller without credentials is refused with " + status);
        }
    }

    /** Judges two responses to a caller without credentials: under a key that nobody knows, and under a known one. */
    private void nobody(Contract contract, Answer unknown, Answer known) {
        Call call = call("u-1", SENT);
        World world = world(contract);
        world.test(call);
        world.add(call, exchange(call, CREATED), Purpose.FIRST, "the first");
        world.add(call, exchange(call, unknown), Purpose.CONTROL, "without credentials under an unknown key");
        world.add(call, exchange(call, known), Purpose.OTHER, "without credentials");
        steps(contract, world).isRefused(Denial.NO_CREDENTIALS);
    }

    /** Two responses to another caller: under the key of the first request, and under one that nobody knows. */
    private RefusalSteps stranger(Contract contract, Answer known, Answer unknown) {
        Call call = call("u-1", SENT);
        World world = world(contract);
        world.test(call);
        world.add(call, exchange(call, CREATED), Purpose.FIRST, "the first");
        world.add(call, exchange(call, known), Purpose.OTHER, "the stranger's");
        world.add(call, exchange(call, unknown), Purpose.UNKNOWN_KEY, "the same under an unknown key");
        return steps(contract, world);
    }

    private void assertRevealsNothing(Answer answer) {
        assertThatNoException().isThrownBy(() -> mismatch(answer).revealsNothing());
    }

    private void assertReveals(Answer answer) {
        assertBroken(() -> mismatch(answer).revealsNothing());
    }

    private static void assertBroken(Runnable checked) {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(checked::run)
                .satisfies(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.BROKEN));
    }

    private RefusalSteps mismatch(Answer answer) {
        return steps(call("u-1", SENT), CREATED, call("u-1", OTHER), answer);
    }

    private RefusalSteps malformed(Contract contract, Answer answer) {
        Call call = new Keys(contract).put(call("u-1", SENT), " ");
        World world = world(contract);
        world.test(call);
        world.add(call, exchange(call, answer), Purpose.OTHER, "under a blank key");
        return steps(contract, world);
    }

    private static Contract contract(String yaml) {
        return YamlFile.of("own.yaml", "name: own\n" + yaml + "\n").as(Contract.class);
    }

    /** A mismatch after an unrelated one. */
    @Test
    void payloads_that_look_alike_are_told_apart_only_where_one_of_them_is_accepted() {
        Answer mismatch = answer(409, "{\"code\":\"CONFLICT.idempotency.payload_mismatch\"}");
        Answer invalid = answer(400, "{\"code\":\"VALIDATION.amount.invalid\"}");

        assertThatNoException()
                .isThrownBy(() -> lookingAlike(CREATED, mismatch, mismatch).isNotMistaken());
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> lookingAlike(invalid, invalid, invalid).isNotMistaken())
                .satisfies(end -> assertThat(end.verdict()).isEqualTo(Verdict.NOT_CHECKED));
    }

    @Test
    void each_payload_that_is_mistaken_for_the_first_is_named() {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> lookingAlike(CREATED, CREATED, CREATED).isNotMistaken())
                .satisfies(end -> assertThat(end.verdict()).isEqualTo(Verdict.BROKEN))
                .withMessageContaining("/amount: 1000 and 2000")
                .satisfies(end -> assertThat(end.facts().toString())
                        .contains("mistaken too", "/payer: \"payer-1\" and \"payer-2\""));
    }

    /** Two others under the key of the first, each right after it. */
    private RefusalSteps lookingAlike(Answer first, Answer other, Answer third) {
        Call call = call("u-1", SENT);
        World world = world(file.contract());
        world.test(call);
        world.add(call, exchange(call, first), Purpose.FIRST, "the first");
        Call amount = call("u-1", OTHER);
        world.add(amount, exchange(amount, other), Purpose.OTHER_PAYLOAD, "another amount");
        world.add(call, exchange(call, first), Purpose.FIRST, "the first");
        Call payer = call("u-1", SENT.replace("payer-1", "payer-2"));
        world.add(payer, exchange(payer, third), Purpose.OTHER_PAYLOAD, "another payer");
        return steps(file.contract(), world);
    }

    private RefusalSteps compared(Answer first, Answer unrelated, Answer mismatch) {
        Call call = call("u-1", SENT);
        Call stranger = call("u-2", OTHER);
        Call other = call("u-1", OTHER);
        World world = world(file.contract());
        world.test(call);
        world.add(call, exchange(call, first), Purpose.FIRST, "the first");
        world.add(stranger, exchange(stranger, unrelated), Purpose.CONTROL, "the unrelated one");
        world.add(other, exchange(other, mismatch), Purpose.OTHER_PAYLOAD, "the mismatch");
        return steps(file.contract(), world);
    }

    private RefusalSteps twoKeys(Answer both, Answer alone) {
        return twoKeys(file.contract(), both, alone);
    }

    private RefusalSteps twoKeys(Contract contract, Answer both, Answer alone) {
        Call call = call("u-1", SENT);
        return steps(contract, call, both, call, alone);
    }

    private RefusalSteps steps(Call first, Answer original, Call second, Answer answer) {
        return steps(file.contract(), first, original, second, answer);
    }

    private RefusalSteps steps(Contract contract, Call first, Answer original, Call second, Answer answer) {
        World world = world(contract);
        world.test(first);
        world.add(first, exchange(first, original), Purpose.FIRST, "the first");
        world.add(second, exchange(second, answer), Purpose.OTHER, "the second");
        return steps(contract, world);
    }

    private RefusalSteps steps(Contract contract, World world) {
        UnderWay underWay = new UnderWay(new InFlight(wire), calls(contract), journal, phase);
        Sandbox sandbox = new Sandbox(calls(contract), Lacking.everything(file));
        return new RefusalSteps(
                world, contract, new InProgress(world, underWay, sandbox), new Checks(), new CurrentScenario());
    }

    /** A slow request is sent, and others with another payload until it ends and once after it. */
    private RefusalSteps metInProgress(RawServer server, Contract contract) {
        TargetFile at = Targets.file(Targets.fullAt(server.uri()));
        Wire patient = new Wire(Duration.ofSeconds(30));
        Calls calls = Lacking.calls(at, contract, patient, journal);
        World world = new World(contract, patient, calls, journal, phase);
        UnderWay underWay = new UnderWay(new InFlight(patient), calls, journal, phase);
        InProgress inProgress = new InProgress(world, underWay, new Sandbox(calls, Lacking.everything(at)));
        inProgress.begin(at.target().operations(Role.CREATE).get(0));
        inProgress.meetUntilItEnds(Payloads.another(world.call()), Purpose.OTHER_PAYLOAD);
        return new RefusalSteps(world, contract, inProgress, new Checks(), new CurrentScenario());
    }

    /** The first request takes so long. Others get this until it has ended, and are refused as a mismatch from then on. */
    private static RawServer slow(int ms, String meanwhile) {
        AtomicInteger requests = new AtomicInteger();
        AtomicBoolean isDone = new AtomicBoolean();
        return RawServer.doing((request, connection) -> {
            boolean isFirst = requests.getAndIncrement() == 0;
            TimeUnit.MILLISECONDS.sleep(isFirst ? ms : 0);
            String status = isFirst ? "201 Created" : isDone.get() ? "422 Unprocessable Content" : meanwhile;
            connection.getOutputStream().write(RawServer.bare(status).getBytes(StandardCharsets.UTF_8));
            isDone.compareAndSet(false, isFirst);
        });
    }

    private World world(Contract contract) {
        return new World(contract, wire, calls(contract), journal, phase);
    }

    private Calls calls(Contract contract) {
        return Lacking.calls(file, contract, wire, journal);
    }

    private static Call call(String unique, String body) {
        return ReadyCalls.payment(unique, new Request("POST", "/payments", List.of(), body));
    }

    private static Exchange exchange(Call call, Answer answer) {
        return new Exchange(call.request(), URI.create("http://127.0.0.1:1"), answer, null, Instant.EPOCH, 0, 1);
    }

    private static Answer answer(int status, String body) {
        return new Answer(status, List.of(), body);
    }
}
