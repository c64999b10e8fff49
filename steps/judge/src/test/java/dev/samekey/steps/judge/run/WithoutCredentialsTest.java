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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a caller without credentials is refused for (SCP-6). */
class WithoutCredentialsTest {
    private static final String TYPE = "application/vnd.acme+json";
    private static final String PRINCIPALS = """
            principals: {alice: {headers: {Authorization: Bearer alice-secret-1, Content-Type: %s}}}
            writes: allowed
            """.formatted(TYPE);

    private final Map<String, String> made = new ConcurrentHashMap<>();

    @TempDir
    private Path out = Path.of("");

    @Test
    void what_says_only_how_to_read_the_request_is_sent_without_credentials_too() throws IOException {
        assertThat(judged(request -> !request.header("Content-Type").contains(TYPE)
                        ? "415 Unsupported Media Type"
                        : request.header("Authorization").isEmpty() ? "401 Unauthorized" : ""))
                .containsExactly(Verdict.HELD);
    }

    @Test
    void a_refusal_for_another_reason_does_not_show_what_such_a_caller_learns() throws IOException {
        assertThat(judged(request -> request.header("Authorization").isEmpty() ? "415 Unsupported Media Type" : ""))
                .containsExactly(Verdict.INCONCLUSIVE);
    }

    /** @param refusal the status with which the server refuses a request; nothing where it serves it */
    private List<Verdict> judged(Function<Received, String> refusal) throws IOException {
        try (RawServer server = RawServer.doing((request, connection) ->
                connection.getOutputStream().write(answer(request, refusal).getBytes(StandardCharsets.UTF_8)))) {
            String target =
                    Targets.BARE.replace("http://127.0.0.1:1", server.uri().toString());
            return new ContractRun(Targets.file(target + PRINCIPALS), Choice.of(Set.of("SCP-6")), out)
                    .run(unused -> {}).scenarios().stream()
                            .map(ScenarioResult::verdict)
                            .toList();
        }
    }

    private String answer(Received request, Function<Received, String> refusal) {
        String refused = refusal.apply(request);
        String key = String.join("", request.header("Idempotency-Key"));
        String status = refused.isEmpty() ? "201 Created" : refused;
        String body = refused.isEmpty()
                ? made.computeIfAbsent(key, unused -> "{\"id\":\"n-" + made.size() + "\"}")
                : "{\"code\":\"AUTH.unauthenticated\"}";
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nIdempotency-Status: stored\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }
}
