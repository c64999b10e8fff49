package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.http.RawServer;
import dev.samekey.steps.drive.http.Wire;
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
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
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
        private final RecoverySteps steps;

        Scenario(RawServer server) {
            this(server, contract);
        }

        Scenario(RawServer server, Contract contract) {
            file = Targets.file(Targets.fullAt(server.uri()));
            Journal journal = new Journal(file.secrets());
            Wire wire = new Wire(Duration.ofSeconds(30));
            Capabilities capabilities = Lacking.everything(file);
            Checks checks = new Checks();
            calls = Lacking.calls(file, contract, wire, journal);
            world = new World(contract, wire, calls, journal, CurrentPhase.none());
            steps = new RecoverySteps(
                    world,
                    contract,
                    new TargetTime(contract, capabilities),
                    new Effects(capabilities, calls, journal, checks),
                    checks);
        }

        Call call() {
            Operation payment =
                    Objects.requireNonNull(file.target().operations().get("payment"));
            return calls.prepare(payment);
        }
    }
}
