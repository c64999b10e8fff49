package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server whose operations have two contracts: an order has its key in a header and refuses another payload with 422, a top-up
 * of that order has it in its body and refuses with 409.
 */
class OwnContractsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, JsonNode> payloads = new HashMap<>();
    private final RawServer server = RawServer.doing((request, connection) ->
            connection.getOutputStream().write(response(request).getBytes(StandardCharsets.UTF_8)));

    private int mismatchOfTopUps = 409;
    /** How many characters a key has that is accepted and not stored. */
    private int leastForgotten = Integer.MAX_VALUE;

    private int forgotten;

    @TempDir
    private Path out = Path.of("");

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void each_operation_is_judged_by_its_own_contract() {
        List<ScenarioResult> results = run();

        assertThat(results)
                .filteredOn(result -> result.verdict() != Verdict.NOT_APPLICABLE)
                .hasSizeGreaterThanOrEqualTo(8)
                .allSatisfy(result -> assertThat(result.verdict())
                        .as(result.name() + ": " + result.reason() + result.facts())
                        .isEqualTo(Verdict.HELD));
        assertThat(results)
                .filteredOn(result -> result.verdict() == Verdict.NOT_APPLICABLE)
                .isNotEmpty()
                .allMatch(result -> Objects.equals(result.operation(), "order"))
                .allMatch(result -> result.clauses().contains("KEY-1"));
    }

    @Test
    void the_refusal_of_another_contract_is_wrong() {
        mismatchOfTopUps = 422;

        assertThat(run())
                .filteredOn(result -> result.verdict() == Verdict.BROKEN)
                .isNotEmpty()
                .allMatch(result -> Objects.equals(result.operation(), "topup"))
                .anyMatch(result -> result.clauses().contains("MIS-1"));
    }

    @Test
    void a_key_that_is_accepted_and_does_not_count_is_seen_unless_no_key_counts() {
        leastForgotten = 40;

        assertThat(run())
                .filteredOn(result -> result.verdict() == Verdict.BROKEN)
                .singleElement()
                .satisfies(result -> assertThat(result.clauses()).containsExactly("KEY-2"))
                .satisfies(result -> assertThat(result.reason())
                        .startsWith("repeated order under the legal key «")
                        .contains("expected no new result"));

        leastForgotten = 1;
        assertThat(run())
                .filteredOn(result -> result.clauses().contains("KEY-2"))
                .isNotEmpty()
                .allMatch(result -> result.verdict() == Verdict.HELD);
    }

    private List<ScenarioResult> run() {
        return new ContractRun(
                        Targets.file(yaml()),
                        Choice.of(Set.of("KEY-1", "KEY-2", "KEY-5", "RPL-1", "RPL-2", "MIS-1", "MIS-2")),
                        out)
                .run(unused -> {}).scenarios().stream()
                        .filter(scenario -> scenario.operation() != null)
                        .filter(scenario -> scenario.verdict() != Verdict.NOT_CHECKED)
                        .toList();
    }

    private String yaml() {
        return """
                name: Acme
                urls: ["%s"]
                writes: allowed
                limits: {rate: 1000}
                contract:
                  key: {in: header, name: X-Key, required: false, max: 40}
                  mismatch: refuse
                  replay: {mode: stored}
                  refusals: {payload_mismatch: {status: 422}}
                operations:
                  order:
                    role: create
                    request: {method: POST, path: /orders, body: {unique: "${unique}", amount: 1}}
                    id: /id
                    intent: {/amount: 2}
                  topup:
                    role: create
                    after: order
                    contract:
                      key: {in: body, name: reference, required: true, max: 20}
                      refusals: {payload_mismatch: {status: 409}, missing_key: {status: 400}}
                    request: {method: POST, path: "/orders/${order.id}/topups", body: {unique: "${unique}", amount: 1}}
                    id: /id
                    intent: {/amount: 2}
                """.formatted(server.uri());
    }

    private synchronized String response(Received request) {
        if (request.line().startsWith("GET")) {
            return response("200 OK", "{}");
        }
        JsonNode body;
        try {
            body = JSON.readTree(request.body());
        } catch (IOException noJson) {
            return response("400 Bad Request", "{}");
        }
        boolean isOrder = request.line().startsWith("POST /orders ");
        String key = isOrder ? header(request) : body.path("reference").asText();
        if (key.isEmpty()) {
            return isOrder
                    ? response("201 Created", "{\"id\": " + payloads.size() + "}")
                    : response("400 Bad Request", "{}");
        }
        if (key.length() > (isOrder ? 40 : 20) || (isOrder && body.has("reference"))) {
            return response("400 Bad Request", "{}");
        }
        if (key.length() >= leastForgotten) {
            return response("201 Created", "{\"id\": \"forgotten-" + forgotten++ + "\"}");
        }
        JsonNode first = payloads.putIfAbsent(key, body);
        return first == null || first.equals(body)
                ? response("201 Created", "{\"id\": \"of-" + key + "\"}")
                : response((isOrder ? 422 : mismatchOfTopUps) + " Refused", "{}");
    }

    private static String header(Received request) {
        return request.head()
                .lines()
                .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("x-key:"))
                .map(line -> line.substring(6).strip())
                .findFirst()
                .orElse("");
    }

    private static String response(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }
}
