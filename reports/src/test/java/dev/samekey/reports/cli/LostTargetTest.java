package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A target that keeps the contract, and serves nothing any more from one request on. */
@Execution(ExecutionMode.CONCURRENT)
class LostTargetTest {
    private static final Set<String> CLAUSES =
            Set.of("CON-1", "CON-2", "KEY-2", "MIS-1", "MIS-2", "RPL-1", "RPL-2", "RPL-4", "RPL-9");

    private static final String STOPPED =
            "the target stopped serving requests [0-9]+ s into the run, at 20[-0-9T:]+Z, after %s requests, during [A-Z]+-[0-9].*: %s";

    private final StringWriter said = new StringWriter();
    private final AtomicInteger posts = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger tokens = new AtomicInteger();
    private final Map<String, String> outcomes = new ConcurrentHashMap<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server = listening(0);

    @TempDir
    private Path out = Path.of("");

    /** What the server does in place of its work. */
    @FunctionalInterface
    private interface Failure {
        void meet(HttpExchange exchange) throws IOException, InterruptedException;
    }

    LostTargetTest() throws IOException {}

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80})
    void one_that_ends_is_no_pass(int last) throws IOException {
        start(last, exchange -> {
            exchange.close();
            server.stop(0);
        });

        assertLost(judge(""), "[0-9]+", ".*");
    }

    @Test
    void nothing_more_begins_where_one_does_not_come_back() throws IOException {
        start(10, exchange -> {
            exchange.close();
            server.stop(0);
        });

        ContractVerdict verdict = judge("");

        assertLost(verdict, "[0-9]+", ".*nothing listens there.*");
        assertThat(verdict.run().ended()).isTrue();
        assertThat(verdict.clauses())
                .extracting(ClauseVerdict::reason)
                .anyMatch(reason -> reason.contains("the target stopped serving requests before this was judged"));
    }

    @Test
    void one_that_cannot_serve_any_more_is_no_pass() throws IOException {
        start(40, exchange -> answer(exchange, 503, "{}"));

        assertLost(judge(""), "[0-9]+", ".*the control request for a payment .*503.*");
    }

    @Test
    void one_that_fails_from_then_on_is_no_pass() throws IOException {
        start(40, exchange -> answer(exchange, 500, "{}"));

        assertLost(judge(""), "[0-9]+", ".*the control request for a payment .*500.*");
    }

    @Test
    void one_that_lets_nobody_in_any_more_is_no_pass() throws IOException {
        start(40, exchange -> answer(exchange, 401, "{}"));

        assertLost(judge(""), "[0-9]+", ".*the control request for a payment .*401.*check the credentials.*");
    }

    @Test
    void one_that_hangs_from_then_on_is_no_pass() throws IOException {
        start(40, exchange -> over.await(1, TimeUnit.MINUTES));

        assertLost(judge(""), "[0-9]+", ".*does not answer within 2 s.*");
    }

    @Test
    void a_token_that_cannot_be_renewed_is_no_pass() throws IOException {
        start(Integer.MAX_VALUE, HttpExchange::close);

        ContractVerdict verdict = judge("""
                principals:
                  shop: {headers: {Authorization: "Bearer ${token}"}, token: {client_credentials: {url: /token, id: a, secret: b}}}
                """);

        assertLost(verdict, "[0-9]+", ".*the control request for a payment .*");
    }

    @Test
    void what_was_seen_before_it_stopped_is_kept() throws IOException {
        start(40, exchange -> answer(exchange, 503, "{}"));

        assertThat(judge("").clauses())
                .extracting(ClauseVerdict::verdict)
                .contains(Verdict.HELD)
                .doesNotContain(Verdict.BROKEN);
    }

    @Test
    void one_that_restarts_by_itself_is_judged_to_the_end() throws IOException {
        start(40, exchange -> {
            exchange.close();
            if (requests.get() == 41) {
                int port = server.getAddress().getPort();
                server.stop(0);
                threads.execute(() -> again(port));
            }
        });

        ContractVerdict verdict = judge("");

        assertThat(verdict.isIncomplete()).as(said.toString()).isFalse();
        assertThat(said.toString()).doesNotContain("stopped serving requests");
        assertThat(verdict.clauses())
                .extracting(clause -> clause.clause().id() + " " + clause.verdict())
                .contains("RPL-1 HELD", "RPL-2 HELD", "CON-2 HELD");
    }

    private void again(int port) {
        try {
            if (!over.await(1, TimeUnit.SECONDS)) {
                server = listening(port);
                start(Integer.MAX_VALUE, HttpExchange::close);
            }
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void assertLost(ContractVerdict verdict, String after, String why) throws IOException {
        assertThat(verdict.exitCode()).as(said.toString()).isEqualTo(2);
        JsonNode json = new ObjectMapper().readTree(out.resolve("verdict.json").toFile());
        assertThat(json.path("complete").asBoolean(true)).isFalse();
        assertThat(json.path("exit_code").asInt()).isEqualTo(2);
        assertThat(json.path("verdict").asText()).as(said.toString()).isEqualTo("NOT_CHECKED");
        assertThat(json.at("/gate/passed").asBoolean(true)).isFalse();
        assertThat(json.at("/gate/findings"))
                .extracting(JsonNode::asText)
                .anyMatch(finding -> finding.matches(STOPPED.formatted(after, why)));
        assertThat(said.toString().lines().filter(line -> line.matches("  " + STOPPED.formatted(after, why))))
                .as(said.toString())
                .hasSize(1);
        assertThat(said.toString()).contains(": NOT_CHECKED, the run is incomplete (", "gate: unknown");
        assertThat(Files.readString(out.resolve("junit.xml"))).contains("the target stopped serving requests");
        assertThat(Files.readString(out.resolve("contract-matrix.md"))).contains("the target stopped serving requests");
    }

    private HttpServer listening(int port) throws IOException {
        HttpServer listening = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        listening.setExecutor(threads);
        return listening;
    }

    /** @param last how many requests it serves */
    private void start(int last, Failure then) {
        requests.set(0);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (requests.incrementAndGet() <= last) {
                serve(exchange, new String(body, StandardCharsets.UTF_8));
                return;
            }
            try {
                then.meet(exchange);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        });
        server.createContext("/token", this::grant);
        server.start();
    }

    /** The second token is the last one, and each is good for 20 payments. */
    private void grant(HttpExchange exchange) throws IOException {
        int number = tokens.incrementAndGet();
        exchange.getRequestBody().readAllBytes();
        answer(
                exchange,
                number > 2 ? 500 : 200,
                number > 2 ? "{}" : "{\"access_token\": \"token-" + number + "\", \"expires_in\": 3600}");
    }

    private void serve(HttpExchange exchange, String body) throws IOException {
        String token = exchange.getRequestHeaders().getFirst("Authorization");
        boolean isPost = exchange.getRequestMethod().equals("POST");
        if (isPost && token != null && !token.equals("Bearer token-" + (posts.get() / 20 + 1))) {
            answer(exchange, 401, "{}");
        } else if (isPost) {
            posts.incrementAndGet();
            pay(exchange, exchange.getRequestHeaders().getFirst("Idempotency-Key"), body);
        } else {
            answer(exchange, 200, "{}");
        }
    }

    private void pay(HttpExchange exchange, @Nullable String key, String body) throws IOException {
        if (key == null || key.isBlank()) {
            answer(exchange, 400, "{\"code\": \"VALIDATION.key\"}");
            return;
        }
        String known = outcomes.putIfAbsent(key, body);
        if (known != null && !known.equals(body)) {
            answer(exchange, 422, "{\"code\": \"CONFLICT.idempotency.payload_mismatch\"}");
            return;
        }
        if (known != null) {
            exchange.getResponseHeaders().add("Idempotency-Replayed", "true");
        }
        answer(exchange, 201, "{\"id\": \"p-" + key + "\"}");
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private ContractVerdict judge(String more) {
        TargetFile file = TargetFile.of(
                YamlFile.of("acme.yaml", """
                        name: Acme
                        urls: ["http://127.0.0.1:%d"]
                        writes: allowed
                        contract: playbook
                        limits: {answer: 2, late: 0}
                        operations:
                          payment: {role: create, id: /id,
                            request: {method: POST, path: /payments, body: {amount: 1, reference: "${unique}"}}}
                        """.formatted(server.getAddress().getPort()) + more), out, Map.of());
        return new Judge(new Console(new PrintWriter(said))).target(file, CLAUSES, out);
    }
}
