package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.downstream.Counterparts;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.testing.Ports;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceStepsTest {
    private final int bank = Ports.free();
    private final int shop = Ports.free();
    private final String full = Targets.full(bank, shop);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void the_same_id_in_a_call_and_a_line_is_one_operation_id() throws IOException {
        TraceSteps steps = collected("op-1", "op-1");

        assertThatNoException().isThrownBy(steps::carryOneId);
    }

    @Test
    void different_ids_are_broken_and_named_with_their_places() throws IOException {
        TraceSteps steps = collected("op-1", "op-2");

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(steps::carryOneId)
                .withMessage("operation ids in the traces of a payment: expected the same id at each place, got "
                        + "op-1 (call), op-2 (line)");
    }

    @Test
    void one_place_has_nothing_to_be_compared_with() {
        TargetFile file = Targets.file(full + "story: {call: {counterpart: bank}}\n");
        TestScenario scenario = new TestScenario(file);
        scenario.world.begin(scenario.operation("payment"));

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps(file, scenario).areCollected())
                .withMessageStartingWith("story: the target file names 1 place");
    }

    private TraceSteps collected(String called, String logged) throws IOException {
        TargetFile file = Targets.file(full + "story: {call: {counterpart: bank}, line: {log: key, id: /operation}}\n");
        Path log = folder.resolve("target.log");
        TestScenario scenario = new TestScenario(file, log);
        Call call = scenario.world.begin(scenario.operation("payment"));
        scenario.sent(call, Purpose.FIRST, 201);
        Files.writeString(log, "{\"key\": \"" + call.key() + "\", \"operation\": \"" + logged + "\"}\n");
        Counterparts services = scenario.services;
        services.open();
        try (services) {
            var unused = new Wire(Duration.ofSeconds(30))
                    .send(
                            new Request(
                                    "POST",
                                    "/",
                                    List.of(new Header("Idempotency-Key", called)),
                                    "{\"reference\": \"" + call.unique() + "\"}"),
                            URI.create("http://127.0.0.1:" + bank));
            TraceSteps steps = steps(file, scenario);
            steps.areCollected();
            return steps;
        }
    }

    private static TraceSteps steps(TargetFile file, TestScenario scenario) {
        return new TraceSteps(scenario.world, file.target(), scenario.capabilities, scenario.journal, scenario.checks);
    }
}
