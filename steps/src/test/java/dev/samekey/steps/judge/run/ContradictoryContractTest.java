package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.http.RawServer;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clauses that no server can break: a contract breaks them by what it says. */
class ContradictoryContractTest {
    @Test
    void a_lifetime_that_the_retries_outlast_breaks_its_clause(@TempDir Path out) throws IOException {
        assertThat(judged(out, "TTL-4", "{extends: playbook, lifetime: {default: 9s}}"))
                .isEqualTo(Verdict.BROKEN);
        assertThat(judged(out, "TTL-4", "playbook")).isEqualTo(Verdict.HELD);
    }

    @Test
    void a_code_without_a_retry_decision_breaks_its_clause(@TempDir Path out) throws IOException {
        assertThat(judged(out, "ERR-5", "{extends: playbook, retry: {decisions: {DEPENDENCY.timeout: null}}}"))
                .isEqualTo(Verdict.BROKEN);
        assertThat(judged(out, "ERR-5", "playbook")).isEqualTo(Verdict.HELD);
    }

    private Verdict judged(Path out, String clause, String contract) throws IOException {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            String yaml = Targets.fullAt(server.uri()).replace("contract: playbook", "contract: " + contract);
            RunResult result = new ContractRun(Targets.file(yaml), Choice.of(Set.of(clause)), out).run(told -> {});
            assertThat(result.scenarios()).hasSize(1);
            ScenarioResult scenario = result.scenarios().get(0);
            assertThat(scenario.reason().isEmpty()).isEqualTo(scenario.verdict() == Verdict.HELD);
            return scenario.verdict();
        }
    }
}
