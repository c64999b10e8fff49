package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.targets.Targets;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a server whose control does not work. */
class ControlMessagesTest {
    @TempDir
    private Path out = Path.of("");

    @Test
    void a_redirect_to_a_login_says_that_the_credentials_were_not_accepted() throws IOException {
        assertThat(reason("https://id.example/login?state=abc"))
                .contains("got 302 to https://id.example/login ")
                .contains("the credentials of «principals» were probably not accepted")
                .doesNotContain("state=abc");
    }

    @Test
    void a_redirect_to_another_path_says_where_it_leads() throws IOException {
        assertThat(reason("/v2/orders"))
                .contains("got 302 to /v2/orders ")
                .contains("check «urls» and «request.path» of operations.order: redirects are not followed");
    }

    @Test
    void a_silence_names_the_member_that_makes_the_wait_longer() throws IOException {
        byte[] empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.UTF_8);
        RawServer silent = RawServer.doing((request, connection) -> {
            if (request.line().startsWith("GET")) {
                connection.getOutputStream().write(empty);
            }
        });

        assertThat(reason(silent))
                .contains("no whole answer within 1000 ms; if it may take longer, make «limits.answer» larger");
    }

    private String reason(String location) throws IOException {
        return reason(
                RawServer.answering("HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n"));
    }

    private String reason(RawServer one) throws IOException {
        try (RawServer server = one) {
            String yaml = """
                    name: Acme
                    urls: ["%s"]
                    writes: allowed
                    contract: playbook
                    limits: {answer: 1}
                    operations: {order: {role: create, request: {method: POST, path: /orders, body: {text: "${unique}"}}}}
                    """.formatted(server.uri());
            return new ContractRun(Targets.file(yaml), Choice.of(Set.of("RPL-1")), out)
                    .run(unused -> {})
                    .scenarios()
                    .get(0)
                    .reason();
        }
    }
}
