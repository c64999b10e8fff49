package dev.samekey.steps.author.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.ContractRun;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that speaks GraphQL: one path, the status 200 for everything, errors in the body, and the key in the input. As GraphQL
 * does, it leaves out a variable that the query does not declare.
 */
class GraphQlTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, JsonNode> inputs = new HashMap<>();
    private final List<String> orders = new ArrayList<>();
    private final RawServer server = RawServer.doing((request, connection) ->
            connection.getOutputStream().write(answer(request).getBytes(StandardCharsets.UTF_8)));

    private boolean refusesAnother = true;

    @TempDir
    private Path out = Path.of("");

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void a_mutation_is_judged_as_any_operation_is() {
        assertThat(run())
                .filteredOn(scenario -> !scenario.name().contains("outside its payload"))
                .hasSizeGreaterThanOrEqualTo(4)
                .allSatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.clauses() + " " + scenario.name() + ": " + scenario.reason() + scenario.facts())
                        .isEqualTo(Verdict.HELD));
    }

    @Test
    void another_payload_that_is_not_refused_is_broken() {
        refusesAnother = false;

        assertThat(run())
                .filteredOn(scenario -> scenario.clauses().contains("MIS-1"))
                .isNotEmpty()
                .allMatch(scenario -> scenario.verdict() == Verdict.BROKEN);
    }

    @Test
    void errors_under_the_status_of_a_success_are_no_success() {
        String yaml = yaml().replace("amount: \"10.00\"", "amount: none");

        assertThat(new TargetCheck(Targets.file(yaml), out).run().toString())
                .contains("no amount", "check «request» of operations.charge");
    }

    private List<ScenarioResult> run() {
        return new ContractRun(
                        Targets.file(yaml()), Choice.of(Set.of("RPL-4", "MIS-1", "MIS-6", "CON-1", "KEY-5")), out)
                .run(unused -> {}).scenarios().stream()
                        .filter(scenario -> scenario.operation() != null)
                        .toList();
    }

    private String yaml() {
        return """
                name: Acme
                urls: ["%s"]
                writes: allowed
                contract: {extends: braintree-graphql, errors: {code: /errors/0/extensions/code}}
                limits: {rate: 1000}
                operations:
                  charge:
                    role: create
                    request:
                      method: POST
                      path: /graphql
                      body:
                        query: "mutation Charge($input: ChargeInput!) { charge(input: $input) { transaction { id } } }"
                        variables: {input: {amount: "10.00", orderId: "${unique}"}}
                    payload: /variables
                    refused_by: /errors
                    id: /data/charge/transaction/id
                    intent: {/variables/input/amount: "11.00"}
                    effects: {list: {path: "/orders?reference=${unique}", count: /items}}
                """.formatted(server.uri());
    }

    private synchronized String answer(Received request) {
        if (request.line().startsWith("GET")) {
            long found =
                    orders.stream().filter(one -> request.line().contains(one)).count();
            return response("{\"items\": [" + "1,".repeat((int) found).replaceAll(",$", "") + "]}");
        }
        JsonNode input;
        try {
            input = JSON.readTree(request.body()).at("/variables/input");
        } catch (IOException noJson) {
            return response(error("no JSON", "BAD_REQUEST"));
        }
        if (input.path("amount").asText().equals("none")) {
            return response(error("no amount", "VALIDATION"));
        }
        String key = input.path("apiRequestKey").asText();
        JsonNode first = inputs.putIfAbsent(key, input);
        if (first == null) {
            orders.add(input.path("orderId").asText());
        } else if (!first.equals(input) && refusesAnother) {
            return response(error("another input under this key", "VALIDATION"));
        }
        return response("{\"data\": {\"charge\": {\"transaction\": {\"id\": \"t-" + key + "\"}}}}");
    }

    private static String error(String message, String code) {
        return "{\"data\": null, \"errors\": [{\"message\": \"" + message + "\", \"extensions\": {\"code\": \"" + code
                + "\"}}]}";
    }

    private static String response(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }
}
