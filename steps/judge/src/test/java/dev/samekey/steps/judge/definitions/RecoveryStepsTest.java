package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.LockedKeys;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Lacking;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.UnderWay;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RecoveryStepsTest {
    private static final String UNAVAILABLE = RawServer.bare("503 Service Unavailable");
    private static final String CREATED = RawServer.bare("201 Created");

    private final Contract contract = YamlFile.of("own.yaml", "name: own\nkey: {in: header, name: X-Key}\n")
            .as(Contract.class);

    @Test
    void the_call_under_test_is_sent_until_it_succeeds() throws IOException {
        try (RawServer server = failing(2, UNAVAILABLE)) {
            Scenario scenario = new Scenario(server);
            scenario.world.test(scenario.call());
            scenario.steps.isSentUntilItSucceeds();

            assertThat(scenario.world.attempts())
                    .extracting(Attempt::purpose)
                    .containsExactly(Purpose.FIRST, Purpose.DUPLICATE, Purpose.DUPLICATE);
        }
    }

    @Test
    void a_retry_does_not_come_before_the_time_that_a_refusal_asked_for() throws IOException {
        String limited = "HTTP/1.1 429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n";
        try (RawServer server = failing(1, limited)) {
            Scenario scenario = new Scenario(server);
            scenario.world.test(scenario.call());
            scenario.steps.isSentUntilItSucceeds();

            List<Attempt> attempts = scenario.world.attempts();
            assertThat(attempts)
                    .extracting(attempt -> attempt.answer().status())
                    .containsExactly(429, 201);
            long between = attempts.get(1).exchange().sent()
                    - attempts.get(0).exchange().answered();
            assertThat(Duration.ofNanos(between)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void a_refusal_that_asks_for_more_than_is_waited_shows_nothing() throws IOException {
        String limited = "HTTP/1.1 429 Too Many Requests\r\nretry-after: 31\r\ncontent-length: 0\r\n\r\n";
        try (RawServer server = failing(1, limited)) {
            Scenario scenario = new Scenario(server);
            scenario.world.test(scenario.call());

            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(scenario.steps::isSentUntilItSucceeds)
                    .withMessage("a refusal allows a retry after 31 s only, and Samekey waits for at most 30 s:"
                            + " let the test aid ask for less")
                    .returns(Verdict.INCONCLUSIVE, Judgement::verdict);
            assertThat(scenario.world.attempts()).hasSize(1);
        }
    }

    @Test
    void each_call_that_a_crash_interrupted_is_sent() throws IOException {
        try (RawServer server = failing(0, UNAVAILABLE)) {
            Scenario scenario = new Scenario(server);
            scenario.world.interrupt(scenario.world.test(scenario.call()));
            scenario.world.interrupt(scenario.call());
            scenario.steps.isSentUntilItSucceeds();

            assertThat(scenario.world.attempts()).extracting(Attempt::call).isEqualTo(scenario.world.interrupted());
        }
    }

    @Test
    void what_never_succeeds_is_sent_six_times_and_judged_by_a_later_step() throws IOException {
        try (RawServer server = failing(100, UNAVAILABLE)) {
            Scenario scenario = new Scenario(server);
            scenario.world.interrupt(scenario.world.test(scenario.call()));
            scenario.steps.isSentUntilItSucceeds();

            assertThat(scenario.world.attempts()).hasSize(6);
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(scenario.steps::eachHasOne)
                    .withMessage("last response to a payment that a crash interrupted: expected a success, got 503")
                    .returns(Verdict.BROKEN, Judgement::verdict);
        }
    }

    @Test
    void what_succeeds_after_a_crash_and_does_not_name_its_result_is_broken() throws IOException {
        try (RawServer server = RawServer.answering("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}")) {
            Scenario scenario =
                    new Scenario(server, YamlFile.of("own.yaml", """
                            name: own
                            key: {in: header, name: X-Key}
                            replay: {mode: stored}
                            """).as(Contract.class));
            scenario.world.interrupt(scenario.world.test(scenario.call()));
            scenario.steps.isSentUntilItSucceeds();

            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(scenario.steps::eachHasOne)
                    .withMessage(
                            "first success that the caller of a payment gets: expected the result, got one that has"
                                    + " no id at «/id»: 201 {}")
                    .returns(Verdict.BROKEN, Judgement::verdict);
        }
    }

    @Test
    void the_processing_timeout_passes_when_a_request_is_refused_as_in_progress() throws IOException {
        try (RawServer server = failing(1, RawServer.bare("409 Conflict"))) {
            Scenario scenario = new Scenario(server);
            scenario.world.test(scenario.call());

            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(scenario.steps::isSentUntilItSucceeds)
                    .withMessageStartingWith("processing_timeout:")
                    .returns(Verdict.NOT_CHECKED, Judgement::verdict);
        }
    }

    @Test
    void a_key_whose_request_was_answered_is_waited_for_without_a_processing_timeout() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        try (RawServer server = RawServer.doing((request, connection) -> {
            int number = requests.incrementAndGet();
            String answer = number == 1 ? UNAVAILABLE : number < 4 ? RawServer.bare("409 Conflict") : CREATED;
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        })) {
            Scenario scenario = new Scenario(server);
            scenario.world.test(scenario.call());
            scenario.steps.isSentUntilItSucceeds();

            assertThat(scenario.world.attempts())
                    .extracting(attempt -> attempt.answer().status())
                    .containsExactly(503, 409, 409, 201);
        }
    }

    @Test
    void a_contract_that_refuses_repeats_may_refuse_what_a_crash_interrupted_after_its_effect() throws IOException {
        try (RawServer server = failing(100, RawServer.bare("409 Conflict"))) {
            Scenario scenario =
                    new Scenario(server, YamlFile.of("own.yaml", """
                            name: own
                            key: {in: header, name: X-Key}
                            replay: {mode: reject}
                            refusals: {replayed_key: {status: 409}}
                            """).as(Contract.class));
            scenario.world.interrupt(scenario.world.test(scenario.call()));
            scenario.steps.isSentUntilItSucceeds();

            assertThat(scenario.world.attempts()).hasSize(1);
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(scenario.steps::eachHasOne)
                    .withMessageNotContaining("last response");
        }
    }

    @Test
    void a_retry_of_what_has_lost_its_connection_waits_until_that_has_ended() throws IOException {
        try (RawServer server = slow(1200)) {
            Scenario scenario = new Scenario(server);
            scenario.inProgress.beginAndLose(scenario.payment());
            scenario.steps.isSentUntilItSucceeds();

            assertThat(scenario.world.firstAttempt().exchange().reply()).isEmpty();
            assertThat(scenario.world.attempts())
                    .extracting(Attempt::purpose)
                    .startsWith(Purpose.FIRST, Purpose.DUPLICATE, Purpose.DUPLICATE);
            assertThat(scenario.world.last().status()).isEqualTo(201);
        }
    }

    @Test
    void a_retry_of_what_had_no_response_in_time_waits_until_that_has_ended() throws IOException {
        try (RawServer server = slow(1200)) {
            Scenario scenario = new Scenario(server, contract, Duration.ofSeconds(1));
            Attempt first = scenario.world.send(scenario.world.test(scenario.call()));
            scenario.steps.isSentUntilItSucceeds();

            assertThat(first.exchange().isLate()).isTrue();
            assertThat(scenario.world.last().status()).isEqualTo(201);
        }
    }

    @Test
    void an_operation_that_ends_before_its_connection_is_lost_has_shown_nothing() throws IOException {
        try (RawServer server = failing(0, UNAVAILABLE)) {
            Scenario scenario = new Scenario(server);

            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(() -> scenario.inProgress.beginAndLose(scenario.payment()))
                    .withMessageContaining("had ended before its connection was lost")
                    .returns(Verdict.INCONCLUSIVE, Judgement::verdict);
        }
    }

    @Test
    void a_connection_that_the_server_closes_was_not_lost_under_way() throws IOException {
        try (RawServer server = RawServer.closing()) {
            Scenario scenario = new Scenario(server);

            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(() -> scenario.inProgress.beginAndLose(scenario.payment()))
                    .withMessageContaining("had ended before its connection was lost")
                    .returns(Verdict.INCONCLUSIVE, Judgement::verdict);
        }
    }

    /** A server whose first request takes so long, and refuses the others until it has ended. */
    private static RawServer slow(int ms) {
        AtomicInteger requests = new AtomicInteger();
        AtomicBoolean ended = new AtomicBoolean();
        return RawServer.doing((request, connection) -> {
            if (requests.getAndIncrement() == 0) {
                TimeUnit.MILLISECONDS.sleep(ms);
                ended.set(true);
            }
            String answer = ended.get() ? CREATED : RawServer.bare("409 Conflict");
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        });
    }

    /** A server that fails so often, and then succeeds. */
    private static RawServer failing(int times, String failure) {
        AtomicInteger left = new AtomicInteger(times);
        return RawServer.doing((request, connection) -> {
            String answer = left.getAndDecrement() > 0 ? failure : CREATED;
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        });
    }

    private final class Scenario {
        private final TargetFile file;
        private final Calls calls;
        private final World world;
        private final InProgress inProgress;
        private final RecoverySteps steps;

        Scenario(RawServer server) {
            this(server, contract);
        }

        Scenario(RawServer server, Contract contract) {
            this(server, contract, Duration.ofSeconds(30));
        }

        /** @param limit how long a response may take */
        Scenario(RawServer server, Contract contract, Duration limit) {
            file = Targets.file(Targets.fullAt(server.uri()));
            Journal journal = new Journal(file.secrets());
            Wire wire = new Wire(limit);
            Capabilities capabilities = Lacking.everything(file);
            Checks checks = new Checks();
            calls = Lacking.calls(file, contract, wire, journal);
            world = new World(contract, wire, calls, journal, CurrentPhase.none());
            inProgress = new InProgress(
                    world,
                    new UnderWay(new InFlight(wire), calls, journal, CurrentPhase.none()),
                    new Sandbox(calls, capabilities));
            steps = new RecoverySteps(
                    world,
                    inProgress,
                    new LockedKeys(world, contract, checks),
                    file.target(),
                    contract,
                    new TargetTime(contract, capabilities, journal),
                    new Effects(capabilities, calls, journal, checks),
                    checks);
        }

        Call call() {
            return calls.prepare(payment());
        }

        Operation payment() {
            return Objects.requireNonNull(file.target().operations().get("payment"));
        }
    }
}
