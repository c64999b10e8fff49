package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Fact;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An API that keeps its contract but for one member of it: that is one finding, and says what to write if the API means it. */
class OneDifferenceTest {
    private static final String FILE = """
            name: Acme
            urls: ["http://127.0.0.1:%s"]
            writes: allowed
            limits: {races: {confidence: 0.95, seen_in: 0.95}}
            contract:
              name: Acme
              key: {in: header, name: Idempotency-Key, required: true, syntax: any, min: 1, max: 64, characters: "[!-~]"}
              fingerprint: {of: canonical}
              mismatch: refuse
              in_progress: refuse
              replay: {mode: stored, marker: {header: Replayed, replay: "true"}}
              errors: {content_type: application/json, code: /code}
              refusals:
                missing_key: {status: 400, code: key_missing}
                malformed_key: {status: 400, code: key_malformed}
                payload_mismatch: {status: 422, code: key_reused}
                in_progress: {status: 409, code: key_in_progress}
            operations:
              payment:
                role: create
                request: {method: POST, path: /payments, body: {amount: 1000, note: a, reference: "${unique}"}}
                id: /id
                intent: {/amount: 1100, /note: b}
                sandbox: {slow: {/amount: 7777}}
                effects: {list: {path: "/payments?reference=${unique}", count: /items}}
            """;

    private static final Set<String> CLAUSES = Set.of(
            "KEY-1", "KEY-2", "KEY-3", "KEY-10", "RPL-1", "RPL-3", "RPL-9", "RPL-12", "MIS-1", "MIS-2", "MIS-6",
            "MIS-7", "MIS-8", "MIS-10", "CON-2", "CON-4", "CON-5", "CON-10", "STO-8", "ERR-1");

    private static final Pattern REFERENCE = Pattern.compile("u[0-9a-f]{19}");
    private static final long SLOW_MS = 1000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    /** By key. */
    private final Map<String, Payment> payments = new ConcurrentHashMap<>();

    private final AtomicInteger last = new AtomicInteger();
    private final HttpServer server = started();
    private Difference difference = Difference.NONE;

    @TempDir
    private Path folder = Path.of("");

    private enum Difference {
        NONE,
        CODE_ELSEWHERE,
        STATUS_OF_A_MISMATCH,
        STATUS_IN_PROGRESS,
        STATUS_OF_A_MALFORMED_KEY,
        CODE_OF_A_MISSING_KEY,
        CODE_OF_A_MALFORMED_KEY,
        CODE_OF_A_MISMATCH,
        CODE_IN_PROGRESS,
        MARK,
        /** Of another note nobody says that it is another payload: the business takes none of it, with the status of a mismatch. */
        NOTE_REFUSED,
        /** A request in progress is refused with the code of a mismatch. */
        IN_PROGRESS_AS_A_MISMATCH,
        /** Whoever sends another payload is told that the amount is wrong. */
        MISMATCH_AS_SOMETHING_ELSE
    }

    private record Payment(String body, String id, CountDownLatch done) {}

    private static HttpServer started() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @BeforeEach
    void start() {
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
        "CODE_ELSEWHERE, ERR-1, write «errors: {code: /error_code}» into the contract",
        "STATUS_OF_A_MISMATCH, MIS-1, 'write «refusals: {payload_mismatch: {status: 409, …}}» into the contract'",
        "STATUS_IN_PROGRESS, CON-2, 'write «refusals: {in_progress: {status: 423, …}}» into the contract'",
        "STATUS_OF_A_MALFORMED_KEY, KEY-3, 'write «refusals: {malformed_key: {status: 422, …}}» into the contract'",
        "CODE_OF_A_MISSING_KEY, KEY-1, 'write «refusals: {missing_key: {code: no_key, …}}» into the contract'",
        "CODE_OF_A_MALFORMED_KEY, KEY-3, 'write «refusals: {malformed_key: {code: bad_key, …}}» into the contract'",
        "CODE_OF_A_MISMATCH, MIS-1, 'write «refusals: {payload_mismatch: {code: other_payload, …}}» into the contract'",
        "CODE_IN_PROGRESS, CON-2, 'write «refusals: {in_progress: {code: busy, …}}» into the contract'"
    })
    void one_member_that_differs_is_one_finding(Difference one, String clause, String mend) {
        difference = one;

        List<ScenarioResult> broken = broken(judged());

        assertThat(broken)
                .isNotEmpty()
                .allSatisfy(scenario -> assertThat(scenario.clauses()).containsExactly(clause));
        assertThat(broken).anySatisfy(scenario -> assertThat(scenario.facts()).contains(new Fact(toAccept(one), mend)));
    }

    /** The business may refuse the loser of a race with the same status and a code of its own. */
    private static String toAccept(Difference one) {
        return one == Difference.CODE_IN_PROGRESS ? "if it means in progress" : "to accept it";
    }

    @Test
    void an_api_that_keeps_all_of_it_breaks_nothing() {
        assertThat(judged())
                .noneMatch(scenario -> scenario.verdict() == Verdict.BROKEN)
                .anyMatch(this::isHeld);
    }

    @Test
    void another_mark_is_the_matter_of_the_mark_and_of_who_forges_it() {
        difference = Difference.MARK;

        assertThat(broken(judged()))
                .isNotEmpty()
                .allSatisfy(scenario -> assertThat(scenario.clauses()).isSubsetOf("RPL-3", "RPL-12"));
    }

    @Test
    void a_refusal_with_another_status_and_another_code_is_not_taken_for_a_mismatch() {
        difference = Difference.MISMATCH_AS_SOMETHING_ELSE;

        assertThat(broken(judged())).flatExtracting(ScenarioResult::clauses).contains("MIS-1", "MIS-6");
    }

    @Test
    void a_value_that_the_business_refuses_does_not_show_that_it_counts() {
        difference = Difference.NOTE_REFUSED;

        assertThat(broken(judged()))
                .isNotEmpty()
                .allSatisfy(scenario -> assertThat(scenario.clauses()).containsExactly("MIS-6"));
    }

    @Test
    void what_the_contract_says_of_something_else_is_not_taken_for_in_progress() {
        difference = Difference.IN_PROGRESS_AS_A_MISMATCH;

        assertThat(broken(judged())).flatExtracting(ScenarioResult::clauses).contains("CON-2", "CON-10");
    }

    private boolean isHeld(ScenarioResult scenario) {
        return scenario.verdict() == Verdict.HELD;
    }

    private static List<ScenarioResult> broken(List<ScenarioResult> scenarios) {
        return scenarios.stream()
                .filter(scenario -> scenario.verdict() == Verdict.BROKEN)
                .toList();
    }

    private List<ScenarioResult> judged() {
        TargetFile target = TargetFile.of(
                YamlFile.of("acme.yaml", FILE.formatted(server.getAddress().getPort())), folder, Map.of());
        return new ContractRun(target, Choice.of(CLAUSES), folder.resolve("out"))
                .run(unused -> {})
                .scenarios();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            List<String> keys = exchange.getRequestHeaders().get("Idempotency-Key");
            if (exchange.getRequestMethod().equals("GET")) {
                list(exchange);
            } else if (keys == null) {
                refuse(exchange, 400, difference == Difference.CODE_OF_A_MISSING_KEY ? "no_key" : "key_missing");
            } else if (keys.size() > 1 || !keys.get(0).matches("[!-~]{1,64}")) {
                refuse(
                        exchange,
                        difference == Difference.STATUS_OF_A_MALFORMED_KEY ? 422 : 400,
                        difference == Difference.CODE_OF_A_MALFORMED_KEY ? "bad_key" : "key_malformed");
            } else {
                pay(exchange, keys.get(0), body);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void pay(HttpExchange exchange, String key, String body) throws IOException, InterruptedException {
        Payment own = new Payment(body, "p-" + last.incrementAndGet(), new CountDownLatch(1));
        Payment first = payments.putIfAbsent(key, own);
        if (first == null) {
            TimeUnit.MILLISECONDS.sleep(body.contains("7777") ? SLOW_MS : 20);
            own.done().countDown();
            answer(exchange, 201, "{\"id\": \"" + own.id() + "\"}");
        } else if (!first.body().equals(body)) {
            switch (difference) {
                case STATUS_OF_A_MISMATCH -> refuse(exchange, 409, "key_reused");
                case CODE_OF_A_MISMATCH -> refuse(exchange, 422, "other_payload");
                case NOTE_REFUSED ->
                    refuse(exchange, 422, isOfOneAmount(body, first.body()) ? "note_taken" : "key_reused");
                case MISMATCH_AS_SOMETHING_ELSE -> refuse(exchange, 400, "amount");
                default -> refuse(exchange, 422, "key_reused");
            }
        } else if (first.done().getCount() > 0) {
            refuse(
                    exchange,
                    difference == Difference.STATUS_IN_PROGRESS ? 423 : 409,
                    switch (difference) {
                        case IN_PROGRESS_AS_A_MISMATCH -> "key_reused";
                        case CODE_IN_PROGRESS -> "busy";
                        default -> "key_in_progress";
                    });
        } else {
            exchange.getResponseHeaders().set(difference == Difference.MARK ? "Again" : "Replayed", "true");
            answer(exchange, 201, "{\"id\": \"" + first.id() + "\"}");
        }
    }

    private static boolean isOfOneAmount(String one, String other) {
        return one.contains("1100") == other.contains("1100");
    }

    private void list(HttpExchange exchange) throws IOException {
        Matcher wanted = REFERENCE.matcher(exchange.getRequestURI().toString());
        String reference = wanted.find() ? wanted.group() : "none";
        long found = payments.values().stream()
                .filter(payment -> payment.body().contains(reference))
                .count();
        answer(exchange, 200, "{\"items\": [" + "1,".repeat((int) found).replaceAll(",$", "") + "]}");
    }

    private void refuse(HttpExchange exchange, int status, String code) throws IOException {
        String member = difference == Difference.CODE_ELSEWHERE ? "error_code" : "code";
        answer(exchange, status, "{\"" + member + "\": \"" + code + "\"}");
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
    }
}
