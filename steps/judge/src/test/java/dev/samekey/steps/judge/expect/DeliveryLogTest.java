package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeliveryLogTest {
    private static final String LOGGED = Targets.FULL + """
                delivery: {log: {event_id: event, members: [source]}}
            """;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void each_delivery_has_a_complete_line() throws IOException {
        DeliveryLog log = twoDeliveries("\"source\": \"bank\"", "\"source\": \"bank\"");

        assertThatNoException().isThrownBy(log::check);
    }

    @Test
    void a_delivery_without_a_line_is_broken() throws IOException {
        DeliveryLog log = twoDeliveries("\"source\": \"bank\"");

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(log::check)
                .withMessage("log lines for 2 deliveries of a settled: expected 2, got 1");
    }

    @Test
    void a_line_that_lacks_a_member_is_broken() throws IOException {
        DeliveryLog log = twoDeliveries("\"source\": \"bank\"", "\"other\": 1");

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(log::check)
                .withMessageStartingWith("log line of a delivery of a settled: expected the member source, got {");
    }

    private DeliveryLog twoDeliveries(String... lines) throws IOException {
        Path log = folder.resolve("target.log");
        TestScenario scenario = new TestScenario(Targets.file(LOGGED), log);
        Call call = scenario.world.begin(scenario.operation("settled"));
        scenario.sent(call, Purpose.FIRST, 200);
        scenario.sent(call, Purpose.DUPLICATE, 200);
        Files.writeString(
                log,
                Stream.of(lines)
                        .map(line -> "{\"event\": \"" + call.unique() + "\", " + line + "}\n")
                        .collect(Collectors.joining()));
        return new DeliveryLog(
                scenario.world,
                scenario.producer,
                scenario.capabilities,
                scenario.journal,
                scenario.checks,
                MachineWatch.none());
    }
}
