package dev.samekey.steps.judge.definitions;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.downstream.DownstreamFault;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.act.Reports;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.words.Conduct;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DownstreamStepsTest {
    private final int bank = Ports.free();
    private final int hub = Ports.free();
    private final int scheme = Ports.free();
    private final int shop = Ports.free();
    private final Wire wire = new Wire(Duration.ofSeconds(30));
    /** A target that calls nothing. */
    private final RawServer server = RawServer.answering(RawServer.bare("201 Created"));

    private final TargetFile file = Targets.file(Targets.fullAt(server.uri(), bank, shop)
            .replace(
                    "  shop: {",
                    "  hub: {listen: " + hub + ", role: sink, about: /reference, key: {header: "
                            + "Idempotency-Key}}\n  scheme: {listen: " + scheme
                            + ", role: provider, about: /reference, key: {header: Idempotency-Key}}\n  shop: {")
            .replace("reaches: [bank, shop]", "reaches: [bank, shop, hub, scheme]"));
    private final TestScenario scenario = new TestScenario(file);
    private final DownstreamSteps steps = steps(scenario.calls);
    private final Call call = scenario.world.begin(scenario.operation("payment"));

    @BeforeEach
    void open() {
        scenario.services.open();
    }

    @AfterEach
    void close() throws IOException {
        scenario.services.close();
        server.close();
    }

    @Test
    void a_service_that_knows_the_key_acts_once_for_all_calls_under_it() {
        called(bank, "k-1", "k-1");

        assertHolds(CounterpartRole.PROVIDER, Conduct.ACTED_ONCE);
        assertHolds(CounterpartRole.PROVIDER, Conduct.ONE_KEY);
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.its(CounterpartRole.PROVIDER, Conduct.CALLED_ONCE))
                .withMessage("calls of «bank» for a payment: expected 1, got 2");
    }

    @Test
    void a_second_provider_is_called_once_too_or_not_at_all() {
        called(bank, "k-1");
        assertHolds(CounterpartRole.PROVIDER, Conduct.CALLED_ONCE);

        called(scheme, "k-1", "k-1");
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.its(CounterpartRole.PROVIDER, Conduct.CALLED_ONCE))
                .withMessage("calls of «scheme» for a payment: expected 1, got 2");
    }

    @Test
    void a_provider_that_acts_again_when_the_responses_are_there_is_broken_at_the_end_of_the_run() {
        called(bank, "k-1");
        assertHolds(CounterpartRole.PROVIDER, Conduct.CALLED_ONCE);
        assertThatNoException().isThrownBy(scenario.effects::checkAgain);

        called(bank, "k-2");
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(scenario.effects::checkAgain)
                .withMessage("actions of «bank» for a payment at the end of the run: expected at most 1, got 2");
    }

    @Test
    void a_late_call_under_the_same_key_may_be_of_a_queue_that_delivers_twice() {
        called(bank, "k-1");
        assertHolds(CounterpartRole.PROVIDER, Conduct.CALLED_ONCE);

        called(bank, "k-1");
        assertEnds(Verdict.INCONCLUSIVE, scenario.effects::checkAgain);
    }

    @Test
    void a_payment_that_calls_its_provider_twice_calls_it_twice_in_a_race_too() {
        Call control = scenario.calls.prepare(scenario.operation("payment"));
        send(bank, "c-1", "{\"reference\": \"" + control.unique() + "\"}");
        send(bank, "c-2", "{\"reference\": \"" + control.unique() + "\"}");
        DownstreamSteps controlled = steps(scenario.controlledBy(control, Duration.ZERO));
        called(bank, "k-1", "k-2");
        scenario.raceRounds.add(new RaceRounds.Heat(call, round(201, 409)));

        assertThatNoException().isThrownBy(() -> controlled.its(CounterpartRole.PROVIDER, Conduct.CALLED_ONCE));
        called(bank, "k-3");
        assertEnds(Verdict.BROKEN, () -> controlled.its(CounterpartRole.PROVIDER, Conduct.CALLED_ONCE));
    }

    @Test
    void a_second_call_in_a_race_is_broken() {
        called(bank, "k-1", "k-1");
        scenario.raceRounds.add(new RaceRounds.Heat(call, round(201, 409)));

        assertEnds(Verdict.BROKEN, () -> steps.its(CounterpartRole.PROVIDER, Conduct.CALLED_ONCE));
    }

    @Test
    void a_second_call_in_a_race_shows_nothing_where_a_request_failed_and_another_was_executed_after_it() {
        called(bank, "k-1", "k-1");
        scenario.raceRounds.add(new RaceRounds.Heat(call, round(504, 201)));

        assertEnds(Verdict.INCONCLUSIVE, () -> steps.its(CounterpartRole.PROVIDER, Conduct.CALLED_ONCE));
    }

    @Test
    void a_vendor_that_the_first_request_calls_twice_is_broken_and_so_is_one_that_a_repetition_calls() {
        ordered("one", "one");
        scenario.sent(call, Purpose.FIRST, 201);
        repeat();

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.its(CounterpartRole.VENDOR, Conduct.CALLED_ONCE))
                .withMessage("repeated calls of «shop» for a payment: expected 0, got 1");
        ordered("one");
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.its(CounterpartRole.VENDOR, Conduct.CALLED_ONCE))
                .withMessage("calls of «shop» for a payment by its repetitions: expected 0, got 1");
    }

    @Test
    void a_first_request_may_need_several_calls_of_a_vendor_at_several_addresses() {
        send(shop, "/reservations", "none", order("one"));
        send(shop, "/orders", "none", order("one"));
        scenario.sent(call, Purpose.FIRST, 201);
        repeat();

        assertHolds(CounterpartRole.VENDOR, Conduct.CALLED_ONCE);
    }

    @Test
    void a_vendor_may_be_called_late_at_another_address_and_not_twice_at_one() {
        send(shop, "/orders", "none", order("one"));
        scenario.sent(call, Purpose.FIRST, 201);
        repeat();
        assertHolds(CounterpartRole.VENDOR, Conduct.CALLED_ONCE);

        send(shop, "/invoices", "none", order("one"));
        assertEnds(Verdict.INCONCLUSIVE, scenario.effects::checkAgain);
        send(shop, "/orders", "none", order("one"));
        assertEnds(Verdict.BROKEN, scenario.effects::checkAgain);
    }

    @Test
    void several_calls_of_a_vendor_at_one_address_that_differ_show_nothing() {
        ordered("one", "two");
        scenario.sent(call, Purpose.FIRST, 201);
        repeat();

        assertEnds(Verdict.INCONCLUSIVE, () -> steps.its(CounterpartRole.VENDOR, Conduct.CALLED_ONCE));
    }

    @Test
    void a_first_request_may_call_a_provider_that_knows_the_key_several_times() {
        called(bank, "k-1", "k-1");
        scenario.sent(call, Purpose.FIRST, 201);
        repeat();

        assertHolds(CounterpartRole.PROVIDER, Conduct.CALLED_ONCE);
    }

    @Test
    void another_key_in_each_attempt_is_broken_and_so_is_what_follows_from_it() {
        called(bank, "k-1", "k-2");

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.its(CounterpartRole.PROVIDER, Conduct.ONE_KEY))
                .withMessage("keys of the 2 calls of «bank» for a payment: expected one key, got k-1, k-2");
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.its(CounterpartRole.PROVIDER, Conduct.ACTED_ONCE))
                .withMessage("actions of «bank» for a payment: expected 1, got 2");
    }

    @Test
    void the_key_of_another_operation_is_no_key_of_its_own() {
        send(bank, "k-1", "{\"reference\": \"u-of-another\"}");
        called(bank, "k-1", "k-1");

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.its(CounterpartRole.PROVIDER, Conduct.ONE_KEY))
                .withMessage("other operations that called «bank» under the key of a payment: expected 0, got 1");
    }

    @Test
    void attempts_under_one_key_have_one_body_but_for_what_the_file_says() {
        String first = "{\"reference\": \"" + call.unique() + "\", \"amount\": 1, \"sent_at\": 1}";
        send(bank, "k-1", first);
        send(bank, "k-1", first.replace("{", "{ ").replace("\"sent_at\": 1", "\"sent_at\": 2"));
        assertHolds(CounterpartRole.PROVIDER, Conduct.ONE_KEY);

        send(bank, "k-1", first.replace("\"amount\": 1", "\"amount\": 1, \"expires\": {\"at\": 2}"));
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.its(CounterpartRole.PROVIDER, Conduct.ONE_KEY))
                .withMessage("bodies of the 3 calls of «bank» for a payment under one key: expected one body, got"
                        + " another /expires");
    }

    @Test
    void a_service_that_was_not_called_or_called_once_shows_too_little() {
        assertEnds(Verdict.INCONCLUSIVE, () -> steps.its(CounterpartRole.PROVIDER, Conduct.ACTED_ONCE));
        called(bank, "k-1");

        assertHolds(CounterpartRole.PROVIDER, Conduct.CALLED_ONCE);
        assertEnds(Verdict.INCONCLUSIVE, () -> steps.its(CounterpartRole.PROVIDER, Conduct.ONE_KEY));
        assertEnds(Verdict.INCONCLUSIVE, () -> steps.its(CounterpartRole.SINK, Conduct.ONE_MESSAGE));
        assertEnds(Verdict.INCONCLUSIVE, () -> steps.its(CounterpartRole.SINK, Conduct.GROWING_DELAYS));
    }

    @Test
    void a_message_has_one_id_and_one_body_in_each_attempt() {
        called(hub, "m-1", "m-1");

        assertHolds(CounterpartRole.SINK, Conduct.ONE_MESSAGE);
        assertHolds(CounterpartRole.SINK, Conduct.ACCEPTED);
        send(hub, "m-1", "{\"reference\": \"" + call.unique() + "\", \"attempt\": 3}");
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.its(CounterpartRole.SINK, Conduct.ONE_MESSAGE))
                .withMessage("different bodies of the 3 attempts to report a payment: expected 1, got 2");
        called(hub, "m-2");
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.its(CounterpartRole.SINK, Conduct.ONE_MESSAGE))
                .withMessage("ids of the 4 attempts to report a payment: expected one id, got m-1, m-2");
    }

    @Test
    void trouble_that_was_not_met_ends_the_scenario() {
        assertEnds(
                Verdict.INCONCLUSIVE,
                () -> steps.aNewWhose(scenario.operation("payment"), CounterpartRole.PROVIDER, DownstreamFault.DOWN));
    }

    private DownstreamSteps steps(Calls calls) {
        return new DownstreamSteps(
                scenario.world,
                scenario.capabilities,
                new Reports(
                        scenario.capabilities,
                        new TargetTime(file.contract(), scenario.capabilities, scenario.journal),
                        scenario.journal,
                        MachineWatch.none()),
                scenario.checks,
                scenario.journal,
                scenario.raceRounds,
                calls,
                scenario.effects);
    }

    private Round round(int first, int second) {
        return new Round(List.of(TestScenario.answered(call, first, 10), TestScenario.answered(call, second, 11)));
    }

    private void assertHolds(CounterpartRole role, Conduct conduct) {
        assertThatNoException().isThrownBy(() -> steps.its(role, conduct));
    }

    private void called(int port, String... keys) {
        for (String key : keys) {
            send(port, key, "{\"reference\": \"" + call.unique() + "\"}");
        }
    }

    private void ordered(String... items) {
        for (String item : items) {
            send(shop, "none", order(item));
        }
    }

    private String order(String item) {
        return "{\"reference\": \"" + call.unique() + "\", \"item\": \"" + item + "\"}";
    }

    /** The request once more, now. */
    private void repeat() {
        Exchange once = TestScenario.answered(call, 201, 1);
        Exchange again = new Exchange(once.request(), once.replica(), once.answer(), null, Instant.now(), 0, 1);
        scenario.world.add(call, again, Purpose.DUPLICATE, "a repetition");
    }

    private void send(int port, String key, String body) {
        send(port, "/", key, body);
    }

    private void send(int port, String path, String key, String body) {
        var unused = wire.send(
                new Request("POST", path, List.of(new Header("Idempotency-Key", key)), body),
                URI.create("http://127.0.0.1:" + port));
    }
}
