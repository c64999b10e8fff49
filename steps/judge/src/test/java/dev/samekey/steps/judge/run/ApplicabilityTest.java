package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a contract does not promise is not owed, whatever a target does. */
class ApplicabilityTest {
    private static final String SILENT = "contract: {name: silent, key: {in: header, name: Idempotency-Key}}";

    private static final Set<String> PROMISED = Catalogue.shipped().all().stream()
            .filter(clause -> clause.promisedBy() != null)
            .map(Clause::id)
            .collect(Collectors.toUnmodifiableSet());

    @Test
    void a_server_that_does_nothing_special_breaks_no_promise_that_was_not_made(@TempDir Path out) throws IOException {
        try (RawServer server = plain()) {
            List<ScenarioResult> results =
                    run(Targets.fullAt(server.uri()).replace("contract: playbook", SILENT), PROMISED, out);

            assertThat(results)
                    .hasSizeGreaterThan(100)
                    .allSatisfy(result -> assertThat(result.verdict())
                            .as(result.clauses() + " " + result.name() + ": " + result.reason())
                            .isNotIn(Verdict.BROKEN, Verdict.HARNESS_ERROR));
        }
    }

    @Test
    void what_is_not_owed_is_not_tried_and_says_of_which_operation(@TempDir Path out) throws IOException {
        try (RawServer server = plain()) {
            List<ScenarioResult> results = run(
                    Targets.fullAt(server.uri()).replace("contract: playbook", SILENT), Set.of("RPL-7", "MIS-1"), out);

            assertThat(server.received()).allMatch(request -> request.head().startsWith("GET / "));
            assertThat(results)
                    .allMatch(result -> result.verdict() == Verdict.NOT_CHECKED)
                    .extracting(ScenarioResult::operation)
                    .contains("payment", "refund");
            assertThat(results)
                    .extracting(ScenarioResult::reason)
                    .contains(
                            "mismatch: the contract does not say what another payload under the key gets",
                            "replay.headers: the contract does not say which headers a replay repeats");
        }
    }

    @Test
    void a_corrected_payload_is_not_judged_where_nothing_says_whether_its_key_is_used_up(@TempDir Path out)
            throws IOException {
        try (RawServer server = plain()) {
            String yaml = Targets.BARE
                            .replace("http://127.0.0.1:1", server.uri().toString())
                            .replace("contract: playbook", SILENT)
                            .replace("\"${unique}\"}}", "\"${unique}\"}}\n    sandbox: {invalid: {/text: none}}")
                    + "writes: allowed\n";

            assertThat(run(yaml, Set.of("KEY-8"), out))
                    .filteredOn(result -> result.name().contains("be invalid"))
                    .isNotEmpty()
                    .allMatch(result -> result.verdict() == Verdict.NOT_CHECKED)
                    .extracting(ScenarioResult::reason)
                    .contains("stored.validation: the contract does not say whether the refusal of a payload uses its"
                            + " key up");
        }
    }

    @Test
    void an_operation_whose_method_has_no_key_is_not_for_the_contract(@TempDir Path out) throws IOException {
        try (RawServer server = plain()) {
            String yaml = Targets.fullAt(server.uri())
                    .replace("contract: playbook", "contract: {extends: playbook, methods: [POST]}");

            assertThat(run(yaml, Set.of("KEY-7"), out))
                    .filteredOn(result -> result.verdict() == Verdict.NOT_APPLICABLE)
                    .extracting(ScenarioResult::reason)
                    .contains("methods: the contract has no key on DELETE");
        }
    }

    private static List<ScenarioResult> run(String yaml, Set<String> clauses, Path out) {
        return new ContractRun(Targets.file(yaml), Choice.of(clauses), out)
                .run(result -> {})
                .scenarios();
    }

    /** Each request is an operation of its own, whatever its key. */
    private static RawServer plain() {
        AtomicInteger ids = new AtomicInteger();
        return RawServer.doing((request, connection) -> {
            boolean reading = request.line().startsWith("GET ");
            String body = reading ? "{\"items\": [1]}" : "{\"id\": \"id-" + ids.incrementAndGet() + "\"}";
            String head = "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                    .formatted(reading ? "200 OK" : "201 Created", body.length());
            connection.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
        });
    }
}
