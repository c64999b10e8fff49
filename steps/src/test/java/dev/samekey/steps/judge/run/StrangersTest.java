package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.http.RawServer;
import dev.samekey.steps.drive.http.RawServer.Received;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server says to another principal who knows a key (SCP-2). */
class StrangersTest {
    private static final String PRINCIPALS = """
            principals: {alice: {headers: {X-User: alice}}, bob: {headers: {X-User: bob}}}
            writes: allowed
            """;

    private final Map<String, String> owners = new ConcurrentHashMap<>();
    private final AtomicInteger notes = new AtomicInteger();

    @TempDir
    private Path out = Path.of("");

    private enum Server {
        HAS_KEYS_OF_ITS_PRINCIPALS,
        HAS_ONE_KEY_SPACE_AND_CHECKS_THE_OWNER,
        SERVES_ALICE_ALONE
    }

    @Test
    void a_server_that_knows_a_key_for_its_owner_alone_tells_nobody_of_it() throws IOException {
        assertThat(judged(Server.HAS_KEYS_OF_ITS_PRINCIPALS)).containsOnly(Verdict.HELD);
    }

    @Test
    void a_server_that_says_that_a_key_is_anothers_tells_that_it_exists() throws IOException {
        assertThat(judged(Server.HAS_ONE_KEY_SPACE_AND_CHECKS_THE_OWNER)).containsOnly(Verdict.BROKEN);
    }

    @Test
    void a_server_that_refuses_a_stranger_under_any_key_tells_nothing_of_it() throws IOException {
        assertThat(judged(Server.SERVES_ALICE_ALONE)).containsOnly(Verdict.HELD);
    }

    private List<Verdict> judged(Server how) throws IOException {
        try (RawServer server = RawServer.doing((request, connection) ->
                connection.getOutputStream().write(answer(how, request).getBytes(StandardCharsets.UTF_8)))) {
            String target =
                    Targets.BARE.replace("http://127.0.0.1:1", server.uri().toString());
            return new ContractRun(Targets.file(target + PRINCIPALS), Choice.of(Set.of("SCP-2")), out)
                    .run(unused -> {}).scenarios().stream()
                            .map(ScenarioResult::verdict)
                            .toList();
        }
    }

    private String answer(Server how, Received request) {
        String user = String.join("", request.header("X-User"));
        String key = String.join("", request.header("Idempotency-Key"));
        boolean isRefused = switch (how) {
            case HAS_KEYS_OF_ITS_PRINCIPALS -> false;
            case HAS_ONE_KEY_SPACE_AND_CHECKS_THE_OWNER ->
                !owners.computeIfAbsent(key, unused -> user).equals(user);
            case SERVES_ALICE_ALONE -> !user.equals("alice");
        };
        String body = isRefused ? "{\"code\":\"no\"}" : "{\"id\":\"n-" + notes.incrementAndGet() + "\"}";
        return "HTTP/1.1 " + (isRefused ? "403 Forbidden" : "201 Created")
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }
}
