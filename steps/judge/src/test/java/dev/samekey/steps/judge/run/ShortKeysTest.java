package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that keeps its keys for ever, and takes keys of one character (KEY-2). */
class ShortKeysTest {
    private static final String EARLIER = "of an earlier run";

    private final Map<String, String> payloads = new HashMap<>();
    private final RawServer server = RawServer.doing((request, connection) ->
            connection.getOutputStream().write(response(request).getBytes(StandardCharsets.UTF_8)));

    /** What a request under a key of an earlier run gets. */
    private String old = "422 Refused";

    /** How many characters a key has at least. */
    private int least = 1;

    private boolean takesNumbers = true;

    private String refusals =
            "payload_mismatch: {status: 422}, malformed_key: {status: 400}, expired_key: {status: 410}, in_progress: {status: 409}";

    @TempDir
    private Path out = Path.of("");

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"422 Refused", "410 Gone", "409 Conflict"})
    void keys_that_earlier_runs_have_used_break_nothing(String answer) {
        old = answer;
        use("0123456789abcdefghijklmnopqrstuvwxyz");

        ScenarioResult result = judged();

        assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.HELD);
        assertThat(payloads.keySet()).anyMatch(key -> key.length() == 2);
    }

    @Test
    void where_each_short_key_was_used_that_is_seen() {
        old = "410 Gone";
        use("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

        ScenarioResult result = judged();

        assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.HELD);
        assertThat(result.evidence())
                .filteredOn(seen -> seen.title().contains("that was used before"))
                .hasSizeGreaterThanOrEqualTo(10);
    }

    @Test
    void a_refusal_that_may_have_any_reason_shows_nothing() {
        old = "403 Forbidden";
        refusals = "malformed_key: {status: 400}";
        use("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

        ScenarioResult result = judged();

        assertThat(result.verdict()).as(result.reason()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.reason()).contains("is so short that somebody may have used it before");
    }

    @Test
    void a_short_key_that_is_refused_as_no_key_breaks_the_clause() {
        least = 2;

        ScenarioResult result = judged();

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.reason()).contains("under the legal key");
    }

    @Test
    void a_server_that_takes_no_number_for_a_key_breaks_the_clause() {
        takesNumbers = false;

        ScenarioResult result = judged();

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.reason()).contains("under the legal key").contains("500");
    }

    private void use(String keys) {
        IntStream.range(0, keys.length()).forEach(i -> payloads.put(keys.substring(i, i + 1), EARLIER));
    }

    private ScenarioResult judged() {
        return new ContractRun(Targets.file(yaml()), Choice.of(Set.of("KEY-2")), out)
                .run(unused -> {}).scenarios().stream()
                        .filter(scenario -> scenario.operation() != null)
                        .findFirst()
                        .orElseThrow();
    }

    private String yaml() {
        return """
                name: Acme
                urls: ["%s"]
                writes: allowed
                contract:
                  key: {in: header, name: X-Key, required: true, min: 1, max: 40}
                  mismatch: refuse
                  replay: {mode: stored}
                  refusals: {%s}
                operations:
                  order:
                    role: create
                    request: {method: POST, path: /orders, body: {unique: "${unique}", amount: 1}}
                    id: /id
                """.formatted(server.uri(), refusals);
    }

    private synchronized String response(Received request) {
        String key = String.join("", request.header("X-Key"));
        if (request.line().startsWith("GET") || key.length() < least || key.length() > 40) {
            return response(request.line().startsWith("GET") ? "200 OK" : "400 Bad Request", "{}");
        }
        if (!takesNumbers && key.matches("\\d+")) {
            return response("500 Internal Server Error", "{}");
        }
        String first = payloads.putIfAbsent(key, request.body());
        return first == null || first.equals(request.body())
                ? response("201 Created", "{\"id\": \"of-" + key + "\"}")
                : response(first.equals(EARLIER) ? old : "422 Refused", "{}");
    }

    private static String response(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }
}
