package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a replay has of the headers that belong to one response (RPL-14, RPL-15). */
class FreshHeadersTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Integer> known = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();
    private final HttpServer server;
    private Gives gives = Gives.FRESH;
    private String header = "Set-Cookie";
    private String form = "session=%s; HttpOnly";
    private String replayed = "[Location]";

    @TempDir
    private Path folder = Path.of("");

    FreshHeadersTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** The value in a header of a response. */
    private enum Gives {
        FRESH,
        OLD,
        OLD_WITH_OTHER_ATTRIBUTES,
        SAME_TO_ALL,
        NONE
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({
        "FRESH, HELD",
        "OLD, BROKEN",
        "OLD_WITH_OTHER_ATTRIBUTES, BROKEN",
        "SAME_TO_ALL, NOT_CHECKED",
        "NONE, NOT_APPLICABLE"
    })
    void an_old_cookie_in_a_replay_breaks_RPL_14(Gives cookie, Verdict verdict) {
        gives = cookie;

        assertThat(judged("RPL-14").verdict()).isEqualTo(verdict);
    }

    @Test
    void the_message_names_the_cookie_and_not_its_value() {
        gives = Gives.OLD;

        assertThat(judged("RPL-14").reason())
                .contains("got that of the first response, the cookie «session»")
                .doesNotContain("v-");
    }

    @ParameterizedTest
    @CsvSource({"Authentication-Info, RPL-14", "X-Request-Id, RPL-15", "request-id, RPL-15"})
    void each_such_header_is_looked_at(String name, String clause) {
        header = name;
        form = "%s";
        assertThat(judged(clause).verdict()).isEqualTo(Verdict.HELD);

        gives = Gives.OLD;
        assertThat(judged(clause))
                .satisfies(scenario -> assertThat(scenario.verdict()).isEqualTo(Verdict.BROKEN))
                .satisfies(scenario -> assertThat(scenario.reason())
                        .containsIgnoringCase(
                                name + " of the replay of a payment: expected another one than the first"));
    }

    @ParameterizedTest
    @EnumSource(names = {"FRESH", "OLD"})
    void a_contract_may_say_that_a_request_id_replays(Gives id) {
        header = "X-Request-Id";
        form = "%s";
        replayed = "[x-request-id]";
        gives = id;

        assertThat(judged("RPL-15").verdict()).isEqualTo(Verdict.NOT_APPLICABLE);
    }

    @Test
    void what_a_limit_has_left_is_not_compared() {
        header = "X-RateLimit-Remaining";
        gives = Gives.OLD;

        assertThat(judged("RPL-14").verdict()).isEqualTo(Verdict.NOT_APPLICABLE);
        assertThat(judged("RPL-15").verdict()).isEqualTo(Verdict.NOT_APPLICABLE);
    }

    private ScenarioResult judged(String clause) {
        String file = """
                name: Acme
                urls: ["http://127.0.0.1:%s"]
                writes: allowed
                contract: {extends: playbook, replay: {headers: %s}}
                limits: {rate: 1000}
                operations:
                  payment:
                    role: create
                    request: {method: POST, path: /payments, body: {amount: 1000, reference: "${unique}"}}
                    success: 201
                    id: /id
                """.formatted(server.getAddress().getPort(), replayed);
        TargetFile target = TargetFile.of(YamlFile.of("acme.yaml", file), folder, Map.of());
        List<ScenarioResult> scenarios = new ContractRun(target, Choice.of(Set.of(clause)), folder.resolve("out"))
                .run(unused -> {}).scenarios().stream()
                        .filter(scenario -> scenario.operation() != null)
                        .toList();
        assertThat(scenarios).hasSize(1);
        return scenarios.get(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            int fresh = last.incrementAndGet();
            Integer first = known.putIfAbsent(
                    String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")), fresh);
            int id = first == null ? fresh : first;
            exchange.getResponseHeaders().set("Idempotency-Status", first == null ? "stored" : "replayed");
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            if (gives != Gives.NONE) {
                String value = form.formatted(
                        switch (gives) {
                            case FRESH -> "v-" + fresh;
                            case SAME_TO_ALL -> "v";
                            default -> "v-" + id;
                        });
                boolean isOther = gives == Gives.OLD_WITH_OTHER_ATTRIBUTES && first != null;
                exchange.getResponseHeaders().set(header, value + (isOther ? "; Secure" : ""));
            }
            byte[] body = ("{\"id\": \"p-" + id + "\"}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(201, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
