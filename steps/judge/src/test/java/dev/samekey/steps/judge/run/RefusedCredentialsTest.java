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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a key whose first request was refused for its credentials (KEY-8). */
class RefusedCredentialsTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<String> burnt = ConcurrentHashMap.newKeySet();
    private final Map<String, String> made = new ConcurrentHashMap<>();
    private final Map<String, String> references = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();
    private final HttpServer server;
    private Kind kind = Kind.FREES_THE_KEY;

    @TempDir
    private Path folder = Path.of("");

    RefusedCredentialsTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private enum Kind {
        FREES_THE_KEY,
        USES_THE_KEY_UP_WITHOUT_A_TOKEN,
        USES_THE_KEY_UP_FOR_AN_OLD_TOKEN,
        KEEPS_THE_REFUSAL_AS_THE_OUTCOME,
        ASKS_NOBODY,
        LOCKS_THE_CALLER_OUT,
        REFUSES_FOR_ANOTHER_REASON
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({
        "FREES_THE_KEY, HELD",
        "USES_THE_KEY_UP_WITHOUT_A_TOKEN, BROKEN",
        "USES_THE_KEY_UP_FOR_AN_OLD_TOKEN, BROKEN",
        "KEEPS_THE_REFUSAL_AS_THE_OUTCOME, BROKEN",
        "ASKS_NOBODY, NOT_APPLICABLE",
        "LOCKS_THE_CALLER_OUT, INCONCLUSIVE",
        "REFUSES_FOR_ANOTHER_REASON, INCONCLUSIVE"
    })
    void a_key_is_not_used_up_by_a_request_that_is_refused_for_its_credentials(Kind server, Verdict verdict) {
        kind = server;

        ScenarioResult result = judged();

        assertThat(result.verdict()).as(result.reason() + result.facts()).isEqualTo(verdict);
    }

    private ScenarioResult judged() {
        String file = """
                name: Acme
                urls: ["http://127.0.0.1:%s"]
                writes: allowed
                contract: playbook
                limits: {rate: 1000, answer: 1}
                principals: {alice: {headers: {Authorization: Bearer tok-alice-0000}}}
                operations:
                  payment:
                    role: create
                    request: {method: POST, path: /payments, body: {amount: 1000, reference: "${unique}"}}
                    success: 201
                    id: /id
                    effects: {list: {path: "/payments?reference=${unique}", count: /items}}
                """.formatted(server.getAddress().getPort());
        TargetFile target = TargetFile.of(YamlFile.of("acme.yaml", file), folder, Map.of());
        return new ContractRun(target, Choice.of(Set.of("KEY-8")), folder.resolve("out"))
                .run(unused -> {}).scenarios().stream()
                        .filter(scenario -> scenario.name().contains("credentials"))
                        .findFirst()
                        .orElseThrow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String token = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            if (exchange.getRequestMethod().equals("GET")) {
                String reference =
                        String.valueOf(exchange.getRequestURI().getQuery()).replace("reference=", "");
                answer(exchange, 200, "{\"items\": [" + (references.containsValue(reference) ? "1" : "") + "]}");
                return;
            }
            String key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            boolean isRight = token.equals("Bearer tok-alice-0000") || kind == Kind.ASKS_NOBODY;
            if (!isRight) {
                boolean isOld = token.contains("tok-alice-");
                if (kind == Kind.USES_THE_KEY_UP_FOR_AN_OLD_TOKEN ? isOld : kind != Kind.FREES_THE_KEY) {
                    burnt.add(key);
                }
                boolean isForThat = kind != Kind.REFUSES_FOR_ANOTHER_REASON;
                answer(exchange, isForThat ? 401 : 415, "{\"code\": \"AUTHENTICATION.token.invalid\"}");
                return;
            }
            if (kind == Kind.LOCKS_THE_CALLER_OUT && !burnt.isEmpty()) {
                answer(exchange, 401, "{\"code\": \"AUTHENTICATION.caller.locked\"}");
                return;
            }
            if (burnt.contains(key) && kind != Kind.REFUSES_FOR_ANOTHER_REASON && kind != Kind.ASKS_NOBODY) {
                answer(
                        exchange,
                        kind == Kind.KEEPS_THE_REFUSAL_AS_THE_OUTCOME ? 401 : 409,
                        "{\"code\": \"CONFLICT.key.used\"}");
                return;
            }
            String fresh = "p-" + last.incrementAndGet();
            String first = made.putIfAbsent(key, fresh);
            references.putIfAbsent(key, body.replaceAll(".*\"reference\":\\s*\"([^\"]*)\".*", "$1"));
            exchange.getResponseHeaders().set("Idempotency-Status", first == null ? "stored" : "replayed");
            answer(exchange, 201, "{\"id\": \"" + (first == null ? fresh : first) + "\"}");
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders()
                .set("Content-Type", status < 300 ? "application/json" : "application/problem+json");
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
    }
}
