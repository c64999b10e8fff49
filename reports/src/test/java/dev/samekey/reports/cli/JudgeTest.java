package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.reports.render.Console;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target whose process has ended when the first scenarios are over. */
class JudgeTest {
    private static final String TARGET = """
            name: Acme
            urls: ["http://127.0.0.1:%d"]
            writes: allowed
            contract: playbook
            lifecycle: {start: [acme], ready: /}
            operations:
              payment: {role: create, id: /id, request: {method: POST, path: /payments, body: {reference: "${unique}"}}}
            """;

    private static final String GONE = "the target ended with exit code 3";

    private final AtomicInteger payments = new AtomicInteger();
    private final StringWriter said = new StringWriter();

    @TempDir
    private Path out = Path.of("");

    private final ExecutorService threads = Executors.newFixedThreadPool(8);
    private final HttpServer server;

    JudgeTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void start() {
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void what_was_seen_is_reported_where_the_target_does_not_start_again() throws IOException {
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> judge(new Acme(1)))
                .withMessage(GONE);

        JsonNode verdict =
                new ObjectMapper().readTree(out.resolve("verdict.json").toFile());
        assertThat(verdict.path("verdict").asText()).isEqualTo("BROKEN");
        assertThat(verdict.path("exit_code").asInt()).isEqualTo(2);
        assertThat(verdict.at("/gate/findings")).extracting(JsonNode::asText).contains(GONE);
        assertThat(said.toString()).contains("RPL-2 ", GONE);
    }

    @Test
    void a_target_that_starts_again_is_judged_to_the_end() {
        judge(new Acme(Integer.MAX_VALUE));

        assertThat(said.toString()).contains("gate: failed").doesNotContain(GONE);
    }

    @Test
    void nothing_is_reported_where_the_target_does_not_start_at_all() {
        assertThatExceptionOfType(CannotRun.class).isThrownBy(() -> judge(new Acme(0)));

        assertThat(out.resolve("verdict.json")).doesNotExist();
    }

    private void judge(Acme acme) {
        TargetFile file = TargetFile.of(
                YamlFile.of("acme.yaml", TARGET.formatted(server.getAddress().getPort())), out, Map.of());
        Starter starter = (lifecycle, urls, folder, output) -> acme;
        var unused = new Judge(new Console(new PrintWriter(said)), starter).target(file, Set.of("RPL-2"), out);
    }

    /** Makes a new payment each time, whatever the key. */
    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] body = ("{\"id\": \"p-" + payments.incrementAndGet() + "\"}").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(201, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** A process that ends by itself. */
    private static final class Acme implements Starter.Started {
        private int starts;

        /** @param starts how often it comes up */
        Acme(int starts) {
            this.starts = starts;
        }

        @Override
        public void start() {
            if (starts-- == 0) {
                throw new CannotRun(GONE);
            }
        }

        @Override
        public boolean isRunning() {
            return false;
        }

        @Override
        public void kill() {}

        @Override
        public void close() {}
    }
}
