package dev.samekey.steps.judge.definitions;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.judge.act.Counters;
import dev.samekey.steps.judge.expect.DeliveryLog;
import dev.samekey.steps.judge.expect.LogSecrecy;
import dev.samekey.steps.judge.words.LogProperty;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log line of a payment that was answered with 201 (OBS-1). */
class ObservationStepsTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_status_is_compared_where_the_contract_says_that_a_line_has_one() throws IOException {
        assertThatNoException().isThrownBy(() -> logged("[status]", "\"status\": 201"));
        assertEnds(Verdict.BROKEN, () -> logged("[status]", "\"status\": 200"));
        assertEnds(Verdict.BROKEN, () -> logged("[status]", "\"http_status\": 201"));
    }

    @Test
    void an_attempt_is_compared_likewise() throws IOException {
        assertThatNoException().isThrownBy(() -> logged("[attempt]", "\"attempt\": 1"));
        assertEnds(Verdict.BROKEN, () -> logged("[attempt]", "\"attempt\": 2"));
    }

    @Test
    void a_contract_may_have_names_of_its_own_for_what_a_line_has() throws IOException {
        assertThatNoException().isThrownBy(() -> logged("[http_status]", "\"http_status\": 201"));
        assertEnds(Verdict.BROKEN, () -> logged("[http_status]", "\"other\": 1"));
    }

    @Test
    void where_the_contract_names_nothing_nothing_is_checked() throws IOException {
        assertEnds(Verdict.NOT_CHECKED, () -> logged("[]", "\"status\": 201"));
    }

    @Test
    void lines_may_come_in_another_order_than_their_requests() throws IOException {
        String second = "{\"idempotency_key\": \"KEY\", \"attempt\": 2}\n";

        assertThatNoException().isThrownBy(() -> twice(second + second.replace("2", "1")));
        assertEnds(Verdict.BROKEN, () -> twice(second + second));
    }

    private void twice(String lines) throws IOException {
        logged("[attempt]", 2, lines);
    }

    /**
     * @param members that each line has, by the contract
     * @param line what it has beside the key
     */
    private void logged(String members, String line) throws IOException {
        logged(members, 1, "{\"idempotency_key\": \"KEY\", " + line + "}\n");
    }

    private void logged(String members, int requests, String lines) throws IOException {
        TargetFile file = Targets.file(Targets.FULL.replace(
                "contract: playbook",
                "contract: {extends: playbook, attempt_header: Attempt, log: {members: " + members + "}}"));
        Path log = folder.resolve("target.log");
        TestScenario scenario = new TestScenario(file, log);
        Call call = scenario.world.begin(scenario.operation("payment"));
        for (int i = 0; i < requests; i++) {
            scenario.sent(call, i == 0 ? Purpose.FIRST : Purpose.DUPLICATE, 201);
        }
        Files.writeString(log, lines.replace("KEY", String.valueOf(call.key())));
        steps(file, scenario).theLog(LogProperty.LINE_PER_REQUEST);
    }

    private static ObservationSteps steps(TargetFile file, TestScenario scenario) {
        return new ObservationSteps(
                scenario.world,
                file.contract(),
                scenario.capabilities,
                new Counters(
                        file.target(), file.contract(), scenario.capabilities, scenario.journal, MachineWatch.none()),
                new DeliveryLog(
                        scenario.world,
                        scenario.producer,
                        scenario.capabilities,
                        scenario.journal,
                        scenario.checks,
                        MachineWatch.none()),
                new LogSecrecy(
                        scenario.world, file.secrets(), scenario.capabilities, scenario.journal, scenario.checks),
                scenario.journal,
                scenario.checks,
                scenario.raceRounds,
                MachineWatch.none());
    }
}
