package dev.samekey.steps.judge.act;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.Crash;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CrashesTest {
    private static final int SLOW_MS = 20_000;

    /** A response takes so long just now, so what comes later by three times that may still be late. */
    private static final Duration BUSY = Duration.ofMillis(400);

    @Test
    void on_a_busy_machine_a_crash_comes_when_the_machine_cannot_be_why_nothing_is_there() throws IOException {
        try (MachineWatch busy = MachineWatch.begin(() -> BUSY)) {
            assertThat(tookToArrive(busy)).isGreaterThanOrEqualTo(BUSY.multipliedBy(3));
        }
    }

    private static Duration tookToArrive(MachineWatch machine) throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> TimeUnit.MILLISECONDS.sleep(SLOW_MS))) {
            TestScenario scenario = new TestScenario(Targets.file(Targets.fullAt(server.uri())));
            UnderWay underWay = new UnderWay(
                    new InFlight(new Wire(Duration.ofSeconds(30))),
                    scenario.calls,
                    scenario.journal,
                    CurrentPhase.none());
            Crashes crashes = TestCrashes.of(scenario, underWay, new Crash(null, 1), machine);
            Call call = scenario.world.begin(scenario.operation("payment"));
            underWay.send(call);
            long begin = System.nanoTime();
            crashes.awaitArrival(call);
            return Duration.ofNanos(System.nanoTime() - begin);
        }
    }
}
