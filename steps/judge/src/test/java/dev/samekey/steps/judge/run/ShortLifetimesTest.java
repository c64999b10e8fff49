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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

/** A lifetime of seconds, of an API whose clock nobody can move, is waited for (TTL-1, TTL-2). */
class ShortLifetimesTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Made> made = new ConcurrentHashMap<>();
    private final Map<String, Made> payments = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();
    private final HttpServer server;
    private Duration kept = Duration.ZERO;

    @TempDir
    private Path folder = Path.of("");

    private record Made(String id, long at, String body) {}

    ShortLifetimesTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({
        "4s, PT4S, TTL-1, lives as long, HELD",
        "4s, PT0.5S, TTL-1, lives as long, BROKEN",
        "4s, PT4S, TTL-2, is new after its lifetime, HELD",
        "4s, PT1H, TTL-2, is new after its lifetime, BROKEN",
        "1s, PT1S, TTL-1, lives as long, NOT_CHECKED",
        "10m, PT10M, TTL-1, lives as long, NOT_CHECKED"
    })
    void a_lifetime_is_waited_for(String promised, Duration isKept, String clause, String title, Verdict verdict)
            throws IOException {
        kept = isKept;

        ScenarioResult result = judged(promised, clause, title);

        assertThat(result.verdict()).as(result.reason() + result.facts()).isEqualTo(verdict);
    }

    private ScenarioResult judged(String lifetime, String clause, String title) throws IOException {
        Files.writeString(folder.resolve("contract.yaml"), """
                name: Acme
                extends: playbook
                lifetime: {default: %s}
                expired: execute
                """.formatted(lifetime));
        String file = """
                name: Acme
                urls: ["http://127.0.0.1:%s"]
                writes: allowed
                contract: contract.yaml
                limits: {rate: 1000}
                operations:
                  payment:
                    role: create
                    request: {method: POST, path: /payments, body: {amount: 1000, reference: "${unique}"}}
                    success: 201
                    id: /id
                    effects: {list: {path: "/payments?reference=${unique}", count: /items}}
                """.formatted(server.getAddress().getPort());
        TargetFile target = TargetFile.of(YamlFile.of("acme.yaml", file), folder, Map.of());
        Choice choice = Choice.of(Set.of(clause)).named(Set.of("payment " + title));
        return new ContractRun(target, choice, folder.resolve("out"))
                .run(unused -> {}).scenarios().stream()
                        .filter(scenario -> scenario.name().contains("completed payment"))
                        .findFirst()
                        .orElseThrow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (exchange.getRequestMethod().equals("GET")) {
                String reference =
                        String.valueOf(exchange.getRequestURI().getQuery()).replace("reference=", "");
                long count = payments.values().stream()
                        .filter(one -> one.body().contains(reference))
                        .count();
                answer(exchange, 200, "{\"items\": [" + "1,".repeat((int) count).replaceFirst(",$", "") + "]}");
                return;
            }
            String key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            long now = System.nanoTime();
            made.computeIfPresent(key, (same, one) -> now - one.at() > kept.toNanos() ? null : one);
            Made fresh = new Made("p-" + last.incrementAndGet(), now, body);
            Made first = made.putIfAbsent(key, fresh);
            if (first == null) {
                payments.put(fresh.id(), fresh);
            }
            exchange.getResponseHeaders().set("Idempotency-Status", first == null ? "stored" : "replayed");
            answer(exchange, 201, "{\"id\": \"" + (first == null ? fresh : first).id() + "\"}");
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
    }
}
