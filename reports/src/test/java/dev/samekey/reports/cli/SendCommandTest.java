package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SendCommandTest {
    private static final byte[] SECRET = "a secret of 24 bytes ...".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder = Path.of("");

    private final AtomicReference<Headers> headers = new AtomicReference<>(new Headers());
    private final AtomicReference<String> body = new AtomicReference<>("");
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private HttpServer server = server();

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @BeforeEach
    void start() throws IOException {
        server.createContext("/", exchange -> {
            headers.set(exchange.getRequestHeaders());
            body.set(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.getResponseHeaders().add("X-Seen", exchange.getRequestMethod() + " " + exchange.getRequestURI());
            exchange.sendResponseHeaders(409, 2);
            exchange.getResponseBody().write("no".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        target("writes: allowed");
    }

    private void target(String writes) throws IOException {
        Files.writeString(folder.resolve("samekey.yaml"), """
                name: events
                urls: ["http://127.0.0.1:%d"]
                contract: playbook
                %s
                principals:
                  alice: {headers: {Authorization: Bearer token-of-alice}}
                operations:
                  settlement:
                    role: event
                    request: {method: POST, path: /hooks, body: {id: "${unique}"}}
                    success: 200
                    delivery:
                      id: {member: /id}
                      signature: {scheme: standard_webhooks, secret: "whsec_%s"}
                """.formatted(
                server.getAddress().getPort(), writes, Base64.getEncoder().encodeToString(SECRET)));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void an_event_is_signed_when_it_leaves_and_the_response_is_printed() throws Exception {
        Path event = Files.writeString(folder.resolve("event.json"), "{\"id\": \"ä $1\"}\n");

        int code = send(
                "--event",
                "settlement",
                "-X",
                "POST",
                "-H",
                "webhook-id: e-1",
                "--data-binary",
                "@" + event,
                "/hooks?a=b");

        assertThat(code).as(err.toString()).isZero();
        assertThat(body.get()).isEqualTo("{\"id\": \"ä $1\"}\n");
        String time = Objects.requireNonNull(headers.get()).getFirst("webhook-timestamp");
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        String signature = Base64.getEncoder()
                .encodeToString(mac.doFinal(("e-1." + time + "." + body.get()).getBytes(StandardCharsets.UTF_8)));
        assertThat(Objects.requireNonNull(headers.get()).getFirst("webhook-signature"))
                .isEqualTo("v1," + signature);
        assertThat(out.toString())
                .startsWith("HTTP/1.1 409\r\n")
                .endsWith("\r\n\r\nno")
                .contains("POST /hooks?a=b");
    }

    @Test
    void a_principal_sends_with_its_headers() {
        assertThat(send("--as", "alice", "/payments")).as(err.toString()).isZero();

        assertThat(Objects.requireNonNull(headers.get()).getFirst("Authorization"))
                .isEqualTo("Bearer token-of-alice");
        assertThat(out.toString()).contains("GET /payments");
    }

    @Test
    void what_cannot_be_sent_is_one_sentence_and_exit_code_2() throws IOException {
        assertThat(send("/payments")).isEqualTo(2);
        assertThat(err.toString()).contains("name who signs: --as");
        assertThat(send("--as", "alise", "/payments")).isEqualTo(2);
        assertThat(err.toString()).contains("the target file has no principal «alise»", "alice");
        assertThat(send("--event", "refund", "/payments")).isEqualTo(2);
        assertThat(err.toString()).contains("the target file has no operation «refund»");
        assertThat(send("--as", "alice", "payments")).isEqualTo(2);
        assertThat(err.toString()).contains("«payments» is no path");
        assertThat(send("--as", "alice", "-H", "x", "/payments")).isEqualTo(2);
        assertThat(err.toString()).contains("«x» is no header");
        assertThat(send("--as", "alice", "-d", "@none.json", "/payments")).isEqualTo(2);
        assertThat(err.toString()).contains("cannot read the body: there is no file none.json");
        target("");
        assertThat(send("--as", "alice", "-d", "{}", "/payments")).isEqualTo(2);
        assertThat(err.toString()).contains("writes: allowed");
        stop();
        assertThat(send("--as", "alice", "/payments")).isEqualTo(2);
        assertThat(err.toString()).contains("there was no response");
        assertThat(body.get()).isEmpty();
    }

    private int send(String... words) {
        String[] all = new String[words.length + 3];
        all[0] = "send";
        all[1] = "--target";
        all[2] = folder.resolve("samekey.yaml").toString();
        System.arraycopy(words, 0, all, 3, words.length);
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
