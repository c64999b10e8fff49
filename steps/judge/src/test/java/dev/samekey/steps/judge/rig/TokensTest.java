package dev.samekey.steps.judge.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.credentials.PrincipalCredentials;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.world.Control;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An API that lets in only who has its newest token. */
class TokensTest {
    private final AtomicInteger given = new AtomicInteger();
    private final Set<String> ended = ConcurrentHashMap.newKeySet();
    private final RawServer server = RawServer.doing(this::answer);

    private final Rig rig;

    TokensTest(@TempDir Path folder) {
        rig = rig(folder).open(Trial.ALL_ANSWER);
    }

    @AfterEach
    void close() throws IOException {
        rig.close();
        server.close();
    }

    @Test
    void a_control_sends_the_token_of_a_principal_and_renews_it_once() {
        ended.add("token-1");
        Target target = rig.file().target();
        Control control = new Control("run its cleanup", Objects.requireNonNull(target.cleanup()), rig.wire(), target);

        assertThat(control.send().reply().map(Answer::status)).contains(200);
        assertThat(sent("POST /clean")).containsExactly("Bearer token-1", "Bearer token-2");
    }

    @Test
    void a_listing_is_read_with_the_token_of_a_principal_and_renews_it_once() {
        ended.add("token-1");

        assertThat(rig.capabilities()
                        .listing()
                        .count(URI.create(server.uri() + "/payments"), headers(), "/items")
                        .value())
                .isEqualTo(2);
        assertThat(sent("GET /payments")).containsExactly("Bearer token-1", "Bearer token-2");
    }

    private Map<String, String> headers() {
        return PrincipalCredentials.headers(
                        "alice",
                        Objects.requireNonNull(rig.file().target().principals().get("alice")))
                .stream()
                .collect(Collectors.toMap(Header::name, Header::value));
    }

    private List<String> sent(String line) {
        return server.received().stream()
                .filter(request -> request.line().startsWith(line))
                .flatMap(request -> request.header("Authorization").stream())
                .toList();
    }

    private Rig rig(Path folder) {
        TargetFile file = Targets.file("""
                name: Acme
                urls: ["%s"]
                writes: allowed
                contract: playbook
                principals: {alice: {token: {client_credentials: {url: /token, id: samekey}}}}
                operations: {payment: {role: create, request: {method: POST, path: /payments, body: {a: 1}}}}
                cleanup: {method: POST, path: /clean, headers: {Authorization: "Bearer ${token}"}}
                """.formatted(server.uri()));
        return new Rig(file, TargetProcess::new, folder.resolve("target.log"));
    }

    private void answer(Received request, Socket connection) throws IOException {
        String body = request.line().startsWith("POST /token")
                ? "{\"access_token\":\"token-" + given.incrementAndGet() + "\"}"
                : "{\"items\":[{},{}]}";
        boolean isRefused = request.header("Authorization").stream()
                .anyMatch(value -> ended.contains(value.replace("Bearer ", "")));
        String reply = "HTTP/1.1 " + (isRefused ? "401 No" : "200 OK")
                + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
        connection.getOutputStream().write(reply.getBytes(StandardCharsets.UTF_8));
    }
}
