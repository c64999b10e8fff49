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
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a key whose caller hangs up while the server works, without any help of a sandbox (RPL-9). */
class LostConnectionsTest {
    private static final String DONE = "done";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    /** By key, the id that was made, or nothing yet. */
    private final Map<String, String> outcomes = new ConcurrentHashMap<>();

    private final Queue<String> references = new ConcurrentLinkedQueue<>();
    private final AtomicInteger last = new AtomicInteger();
    private final HttpServer server;
    private Kind kind = Kind.STORES_FIRST;

    @TempDir
    private Path folder = Path.of("");

    LostConnectionsTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private enum Kind {
        /** Whatever becomes of the response. */
        STORES_FIRST,
        /** Its outcome is stored when the response was written, and forgotten when that failed. */
        FORGETS_WHAT_NOBODY_READ
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({"STORES_FIRST, HELD", "FORGETS_WHAT_NOBODY_READ, BROKEN"})
    void a_caller_that_hangs_up_at_any_moment_can_retry(Kind server, Verdict verdict) {
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
        Choice choice = Choice.of(Set.of("RPL-9")).named(Set.of("at any moment"));
        return new ContractRun(target, choice, folder.resolve("out"))
                .run(unused -> {}).scenarios().stream()
                        .filter(scenario -> scenario.name().contains("loses its connection"))
                        .findFirst()
                        .orElseThrow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (exchange.getRequestMethod().equals("GET")) {
                String reference =
                        String.valueOf(exchange.getRequestURI().getQuery()).replace("reference=", "");
                long count = references.stream()
                        .filter(one -> one.contains(reference))
                        .count();
                answer(exchange, 200, "{\"items\": [" + "1,".repeat((int) count).replaceFirst(",$", "") + "]}");
                return;
            }
            String key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            String known = outcomes.putIfAbsent(key, "");
            if (known != null) {
                boolean isDone = known.startsWith(DONE);
                exchange.getResponseHeaders().set("Idempotency-Status", isDone ? "replayed" : "in-progress");
                exchange.getResponseHeaders().set("Retry-After", "1");
                answer(
                        exchange,
                        isDone ? 201 : 409,
                        isDone ? known.substring(DONE.length()) : "{\"code\": \"CONFLICT.idempotency.in_progress\"}");
                return;
            }
            work();
            references.add(body);
            String made = "{\"id\": \"p-" + last.incrementAndGet() + "\"}";
            if (kind == Kind.STORES_FIRST) {
                outcomes.put(key, DONE + made);
            }
            exchange.getResponseHeaders().set("Idempotency-Status", "stored");
            try {
                // Whether the caller is there shows only when more than a packet is written.
                answer(exchange, 201, made.replace("}", ", \"text\": \"" + "x".repeat(1_000_000) + "\"}"));
                outcomes.put(key, DONE + made);
            } catch (IOException gone) {
                outcomes.computeIfPresent(key, (same, outcome) -> outcome.startsWith(DONE) ? outcome : null);
            }
        }
    }

    private static void work() {
        try {
            TimeUnit.MILLISECONDS.sleep(20);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders()
                .set("Content-Type", status < 300 ? "application/json" : "application/problem+json");
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
    }
}
