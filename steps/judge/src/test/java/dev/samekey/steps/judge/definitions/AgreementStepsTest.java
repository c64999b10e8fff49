package dev.samekey.steps.judge.definitions;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;

import dev.samekey.steps.judge.act.Counters;
import dev.samekey.steps.judge.world.BusyMachine;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.judge.world.Waived;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log about a note that was sent twice (OBS-8). Nothing else is known of the target, so no scenario here is held. */
class AgreementStepsTest {
    private static final Executor LATER = CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_log_that_says_what_the_wire_says_differs_in_nothing() throws IOException {
        assertEnds(Verdict.NOT_CHECKED, () -> twice("created", "replayed", MachineWatch.none(), Runnable::run));
    }

    @Test
    void a_log_that_calls_a_replay_created_differs_from_the_wire() throws IOException {
        assertEnds(Verdict.BROKEN, () -> twice("created", "created", MachineWatch.none(), Runnable::run));
    }

    @Test
    void a_line_that_a_busy_machine_makes_late_is_waited_for() throws IOException {
        MachineWatch busy = BusyMachine.late(Duration.ofMillis(300));

        assertEnds(Verdict.NOT_CHECKED, () -> twice("created", "replayed", busy, LATER));
        assertEnds(Verdict.BROKEN, () -> twice("created", "replayed", MachineWatch.none(), LATER));
    }

    /** @param second how the line of the second request comes to be written */
    private void twice(String word, String otherWord, MachineWatch machine, Executor second) throws IOException {
        TargetFile file = Targets.file(Targets.BARE + "    id: /id\nwrites: allowed\n");
        Path log = Files.createTempFile(folder, "target", ".log");
        TestScenario scenario = new TestScenario(file, log);
        Call call = scenario.world.begin(scenario.operation("note"));
        scenario.sent(call, Purpose.FIRST, 201);
        scenario.sent(call, Purpose.DUPLICATE, 201);
        write(log, call, word);
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> write(log, call, otherWord), second);
        try {
            steps(file, scenario, machine).allSourcesAgree();
        } finally {
            written.join();
        }
    }

    private static void write(Path log, Call call, String outcome) {
        String line = "{\"idempotency_key\": \"%s\", \"outcome\": \"%s\"}\n".formatted(call.key(), outcome);
        try {
            Files.writeString(log, line, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static AgreementSteps steps(TargetFile file, TestScenario scenario, MachineWatch machine) {
        return new AgreementSteps(
                scenario.world,
                file.contract(),
                scenario.capabilities,
                new Counters(file.target(), file.contract(), scenario.capabilities, scenario.journal, machine),
                scenario.effects,
                scenario.journal,
                new Checks(Waived.NOTHING, machine));
    }
}
