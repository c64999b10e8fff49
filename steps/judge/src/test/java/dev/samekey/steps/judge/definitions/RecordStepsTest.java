package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Control;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordStepsTest {
    private static final Operation.Template CLEANUP = new Operation.Template("POST", "/cleanup", Map.of(), null);

    @Test
    void a_cleanup_that_has_ended_lets_the_scenario_go_on() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("204 No Content"))) {
            assertThatNoException().isThrownBy(steps(server)::cleanupRuns);
        }
    }

    @Test
    void a_cleanup_that_is_only_accepted_shows_nothing() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("202 Accepted"))) {
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(steps(server)::cleanupRuns)
                    .withMessageStartingWith("cleanup: the target accepts it (202)")
                    .returns(Verdict.NOT_CHECKED, Judgement::verdict);
        }
    }

    private static RecordSteps steps(RawServer server) {
        TargetFile file = Targets.file(Targets.fullAt(server.uri()));
        TestScenario scenario = new TestScenario(file);
        Wire wire = new Wire(Duration.ofSeconds(30));
        Capabilities capabilities =
                scenario.capabilities.with(Control.class, new Control("run its cleanup", CLEANUP, wire, file.target()));
        return new RecordSteps(
                scenario.world,
                capabilities,
                scenario.journal,
                scenario.checks,
                new TargetTime(file.contract(), capabilities, scenario.journal),
                new InProgress(
                        scenario.world,
                        new UnderWay(new InFlight(wire), scenario.calls, scenario.journal, CurrentPhase.none()),
                        new Sandbox(scenario.calls, capabilities)),
                file.contract());
    }
}
