package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Trait;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that needs no keys: the sender names a pickup by its path, and a quote by a reference in its body. It puts the same
 * pickup as often as it is asked, and a quote knows no other members than its own.
 */
class NamedByItsPathTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, JsonNode> pickups = new TreeMap<>();
    private final Map<String, Integer> versions = new TreeMap<>();
    private final Map<String, String> quotes = new TreeMap<>();
    private final AtomicInteger puts = new AtomicInteger();
    private final List<String> notes = new ArrayList<>();
    private final Map<String, String> remembered = new TreeMap<>();
    private final RawServer server = RawServer.doing((request, connection) ->
            connection.getOutputStream().write(answer(request).getBytes(StandardCharsets.UTF_8)));

    private Forgetting remembers = Forgetting.NOTHING;

    @TempDir
    private Path out = Path.of("");

    /** By what the server answers a new pickup with an old response. */
    private enum Forgetting {
        NOTHING,
        KEY,
        THE_ONE_BEFORE
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void a_new_pickup_has_a_name_of_its_own() {
        Map<String, Verdict> verdicts = pickups(
                "KEY-5", "KEY-9", "KEY-10", "RPL-4", "RPL-5", "RPL-7", "SCP-3", "SCP-4", "CND-1", "CND-2", "KEY-7");

        assertThat(verdicts)
                .doesNotContainValue(Verdict.BROKEN)
                .doesNotContainValue(Verdict.HARNESS_ERROR)
                .containsEntry("KEY-5", Verdict.HELD)
                .containsEntry("KEY-9", Verdict.HELD)
                .containsEntry("SCP-4", Verdict.HELD)
                .containsEntry("RPL-4", Verdict.HELD)
                .containsEntry("CND-1", Verdict.NOT_CHECKED);
    }

    @Test
    void a_pickup_that_gets_the_response_of_the_one_before_is_seen() {
        remembers = Forgetting.THE_ONE_BEFORE;

        assertThat(pickups("KEY-5")).containsEntry("KEY-5", Verdict.BROKEN);
    }

    @Test
    void a_pickup_that_gets_the_response_of_another_tenant_is_seen() {
        remembers = Forgetting.KEY;

        assertThat(pickups("SCP-4", "KEY-10")).containsEntry("SCP-4", Verdict.BROKEN);
    }

    @Test
    void a_blank_reference_is_one_and_unknown_members_do_not_count_where_the_contract_says_so() {
        assertThat(quotes("alike: [unknown_members, left_out_members]"))
                .containsEntry("KEY-3", Verdict.HELD)
                .containsEntry("MIS-6", Verdict.HELD);
    }

    @Test
    void unknown_members_count_where_the_contract_says_nothing() {
        assertThat(quotes("of: canonical")).containsEntry("MIS-6", Verdict.BROKEN);
    }

    private Map<String, Verdict> pickups(String... clauses) {
        return run(List.of(clauses), """
                contract:
                  key: {in: header, name: X-Key, required: false}
                  scope: [tenant]
                  replay: {mode: current_state, status: 200}
                  refusals: {stale: {status: 412}}
                tenants: {one: {headers: {X-Tenant: one}}, two: {headers: {X-Tenant: two}}}
                operations:
                  pickup:
                    role: create
                    request: {method: PUT, path: "/pickups/${unique}", body: {window: early}}
                    success: 201
                    id: /id
                    read: "/pickups/${pickup.id}"
                    intent: {/window: late}
                    effects: {list: {path: "/pickups?id=${unique}", count: /items}}
                  amend:
                    role: update
                    after: pickup
                    request: {method: PUT, path: "/pickups/${pickup.id}", body: {window: "${unique}"}}
                    success: 200
                    id: /id
                    read: "/pickups/${pickup.id}"
                    intent: {/window: late}
                    effects: {list: {path: "/pickups/${pickup.id}", count: /version, difference: true}}
                """);
    }

    private Map<String, Verdict> quotes(String fingerprint) {
        return run(List.of("KEY-3", "MIS-6"), """
                contract:
                  key: {in: body, name: reference, required: true, min: 1, max: 80}
                  fingerprint: {%s}
                  mismatch: refuse
                  replay: {mode: stored}
                  refusals: {payload_mismatch: {status: 409}, malformed_key: {status: 422}, missing_key: {status: 422}}
                operations:
                  quote:
                    role: create
                    request: {method: POST, path: /quotes, body: {amount: 1, note: "${unique}"}}
                    id: /id
                    intent: {/amount: 2}
                    effects: {list: {path: "/quotes?note=${unique}", count: /items}}
                """.formatted(fingerprint));
    }

    private Map<String, Verdict> run(List<String> clauses, String rest) {
        String yaml =
                "name: Acme\nurls: [\"" + server.uri() + "\"]\nwrites: allowed\nlimits: {rate: 1000, late: 0}\n" + rest;
        Map<String, Verdict> verdicts = new TreeMap<>();
        new ContractRun(Targets.file(yaml), Choice.of(Set.copyOf(clauses)), out)
                .run(unused -> {}).scenarios().stream()
                        .filter(scenario -> scenario.verdict() != Verdict.NOT_APPLICABLE
                                && !(scenario.has(Trait.OPTIONAL) && scenario.verdict() == Verdict.NOT_CHECKED))
                        .forEach(scenario -> scenario.clauses()
                                .forEach(clause -> verdicts.merge(
                                        clause,
                                        scenario.verdict(),
                                        (one, other) -> Verdict.worst(List.of(one, other)))));
        return verdicts;
    }

    private synchronized String answer(Received request) throws IOException {
        String[] line = request.line().split("[ ?]", -1);
        String path = line[1];
        if (path.equals("/quotes")) {
            return line[0].equals("POST")
                    ? quote(request)
                    : response(
                            "200 OK",
                            "{\"items\": " + Collections.frequency(notes, line[2].replace("note=", "")) + "}");
        }
        if (!path.startsWith("/pickups")) {
            return response("200 OK", "{}");
        }
        String tenant = request.header("X-Tenant").stream().findFirst().orElse("");
        if (path.equals("/pickups")) {
            String name = tenant + " " + line[2].replace("id=", "");
            return response("200 OK", "{\"items\": [" + (pickups.containsKey(name) ? shown(name) : "") + "]}");
        }
        String name = tenant + " " + path.substring("/pickups/".length());
        if (line[0].equals("GET")) {
            return pickups.containsKey(name) ? response("200 OK", shown(name)) : response("404 Not Found", "{}");
        }
        return put(name, request);
    }

    private String put(String name, Received request) throws IOException {
        @Nullable
        String known = switch (remembers) {
            case NOTHING -> null;
            case KEY -> request.header("X-Key").stream().findFirst().orElse(null);
            // The first is the control request, the second the one under test.
            case THE_ONE_BEFORE -> Set.of(2, 3).contains(puts.incrementAndGet()) ? "" : null;
        };
        if (known != null && remembered.containsKey(known)) {
            return remembered.getOrDefault(known, "");
        }
        JsonNode payload = JSON.readTree(request.body());
        JsonNode before = pickups.put(name, payload);
        if (!payload.equals(before)) {
            versions.merge(name, 1, Integer::sum);
        }
        String response = response(before == null ? "201 Created" : "200 OK", shown(name));
        if (known != null) {
            remembered.put(known, response);
        }
        return response;
    }

    private String shown(String name) {
        return "{\"id\": \"" + name.substring(name.indexOf(' ') + 1) + "\", \"version\": " + versions.get(name)
                + ", \"is\": " + pickups.get(name) + "}";
    }

    private String quote(Received request) throws IOException {
        JsonNode body = JSON.readTree(request.body());
        String reference = body.path("reference").asText();
        if (reference.isEmpty() || reference.length() > 80) {
            return response("422 Unprocessable", "{}");
        }
        String amount = body.path("amount").asText("1");
        String first = quotes.putIfAbsent(reference, amount);
        if (first == null) {
            notes.add(body.path("note").asText());
        }
        return first == null || first.equals(amount)
                ? response("201 Created", "{\"id\": \"of " + reference + "\"}")
                : response("409 Conflict", "{}");
    }

    private static String response(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nETag: \"" + body.hashCode()
                + "\"\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }
}
