package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The clauses that no server can break: a contract breaks them by what it says. */
class ContradictoryContractTest {
    private static final Map<String, String> BREAKING = Map.of(
            // The retries outlast the lifetime.
            "TTL-4", "{extends: playbook, lifetime: {default: 9s}}",
            // A code has no retry decision.
            "ERR-5", "{extends: playbook, retry: {decisions: {DEPENDENCY.timeout: null}}}");

    @ParameterizedTest
    @MethodSource("clauses")
    void a_contract_breaks_its_own_clause(String clause, @TempDir Path out) throws IOException {
        assertThat(BREAKING).containsKey(clause);
        assertThat(judged(out, clause, BREAKING.getOrDefault(clause, ""))).isEqualTo(Verdict.BROKEN);
        assertThat(judged(out, clause, "playbook")).isEqualTo(Verdict.HELD);
    }

    static List<String> clauses() {
        return Catalogue.shipped().all().stream()
                .filter(Clause::isOfTheContract)
                .map(Clause::id)
                .toList();
    }

    private Verdict judged(Path out, String clause, String contract) throws IOException {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")) {
            String yaml = Targets.fullAt(server.uri()).replace("contract: playbook", "contract: " + contract);
            RunResult result = new ContractRun(Targets.file(yaml), Choice.of(Set.of(clause)), out).run(unused -> {});
            assertThat(result.scenarios()).hasSize(1);
            ScenarioResult scenario = result.scenarios().get(0);
            assertThat(scenario.reason().isEmpty()).isEqualTo(scenario.verdict() == Verdict.HELD);
            return scenario.verdict();
        }
    }
}
