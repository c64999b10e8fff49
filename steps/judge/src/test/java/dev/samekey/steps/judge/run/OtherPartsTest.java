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
import java.net.URI;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server for transfers that are told their payee, their desk or their currency outside the body. */
class OtherPartsTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, String> prints = new ConcurrentHashMap<>();
    private final Map<String, String> outcomes = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();
    private HttpServer server;
    private Counts counts = Counts.WHOLE_REQUEST;
    private Route route = Route.TEMPLATE;

    @TempDir
    private Path folder = Path.of("");

    OtherPartsTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    }

    /** What the fingerprint is made of. */
    private enum Counts {
        WHOLE_REQUEST,
        BODY
    }

    /** What a key is scoped by. */
    private enum Route {
        TEMPLATE,
        PATH_WITH_QUERY
    }

    /** Where a transfer has what is not in its body, and how the target file names it. */
    private enum Place {
        NAMED_PARAMETER("/desks/main/transfers?to=savings", "", "intent: {/amount: 1100, to: giro}"),
        MARKED_PARAMETER("/desks/main/transfers?to=savings", "", "intent: {/amount: 1100, \"?to\": giro}"),
        UNNAMED_PARAMETER("/desks/main/transfers?to=savings", "", "intent: {/amount: 1100}"),
        NAMED_PATH(
                "/desks/main/transfers?to=none",
                "",
                "intent: {/amount: 1100, path: \"/desks/side/transfers?to=none\"}"),
        UNNAMED_SEGMENT("/desks/main/transfers?to=none", "", "intent: {/amount: 1100}"),
        HEADER(
                "/desks/none/transfers?to=none",
                ", headers: {X-Currency: EUR}",
                "intent: {/amount: 1100, X-Currency: USD}"),
        OTHER_DESK("/desks/${desk.id}/transfers?to=none", "", "intent: {/amount: 1100}"),
        OTHER_PAYEE("/desks/none/transfers?to=${desk.id}", "", "intent: {/amount: 1100}"),
        NO_INTENT_IN_THE_BODY("/desks/none/transfers?to=savings", "", "intent: {to: giro}");

        private final String path;
        private final String headers;
        private final String intent;

        Place(String path, String headers, String intent) {
            this.path = path;
            this.headers = headers;
            this.intent = intent;
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
    @EnumSource
    void a_server_that_counts_all_of_a_request_keeps_its_contract(Place place) throws IOException {
        assertThat(judged(place))
                .extracting(ScenarioResult::verdict)
                .contains(Verdict.HELD)
                .doesNotContain(Verdict.BROKEN);
    }

    @ParameterizedTest
    @EnumSource
    void what_stands_outside_the_body_and_does_not_count_breaks_MIS_6(Place place) throws IOException {
        counts = Counts.BODY;

        assertThat(judged(place))
                .filteredOn(scenario -> scenario.name().contains("outside its payload"))
                .singleElement()
                .satisfies(scenario -> assertThat(scenario.verdict()).isEqualTo(Verdict.BROKEN))
                .satisfies(scenario -> assertThat(scenario.reason()).contains("got the replay of the first"));
    }

    @Test
    void the_message_names_the_part() throws IOException {
        counts = Counts.BODY;

        assertThat(judged(Place.NAMED_PARAMETER))
                .filteredOn(scenario -> scenario.verdict() == Verdict.BROKEN)
                .singleElement()
                .satisfies(scenario -> assertThat(scenario.reason())
                        .contains(
                                "another to in its query (giro): expected a refusal as another request under the key"));
    }

    @Test
    void another_payload_may_be_another_parameter_alone() throws IOException {
        counts = Counts.BODY;

        assertThat(judged(Place.NO_INTENT_IN_THE_BODY))
                .filteredOn(scenario ->
                        scenario.clauses().contains("MIS-1") && scenario.name().contains("completed"))
                .extracting(ScenarioResult::verdict)
                .contains(Verdict.BROKEN);
    }

    @ParameterizedTest
    @EnumSource
    void a_server_for_which_another_path_is_another_route_is_not_broken(Place place) throws IOException {
        route = Route.PATH_WITH_QUERY;

        assertThat(judged(place)).extracting(ScenarioResult::verdict).doesNotContain(Verdict.BROKEN);
    }

    private List<ScenarioResult> judged(Place place) {
        String file = """
                name: Acme
                urls: ["http://127.0.0.1:%s"]
                writes: allowed
                contract: playbook
                limits: {rate: 1000}
                operations:
                  desk:
                    role: setup
                    request: {method: POST, path: /desks, body: {}}
                    success: 201
                    id: /id
                  transfer:
                    role: create
                    %s
                    request: {method: POST, path: "%s", body: {amount: 1000, reference: "${unique}"}%s}
                    success: 201
                    id: /id
                    %s
                """.formatted(
                        server.getAddress().getPort(),
                        place.path.contains("desk.id") ? "after: desk" : "",
                        place.path,
                        place.headers,
                        place.intent);
        TargetFile target = TargetFile.of(YamlFile.of("acme.yaml", file), folder, Map.of());
        return new ContractRun(target, Choice.of(Set.of("MIS-1", "MIS-6")), folder.resolve("out"))
                .run(unused -> {}).scenarios().stream()
                        .filter(scenario -> scenario.operation() != null)
                        .toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            URI uri = exchange.getRequestURI();
            String currency = String.valueOf(exchange.getRequestHeaders().getFirst("X-Currency"));
            String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
            String record = key + (route == Route.TEMPLATE ? uri.getPath().endsWith("desks") : uri.toString());
            String print = body + (counts == Counts.BODY ? "" : uri + currency);
            String known = prints.putIfAbsent(record, print);
            if (known != null && !known.equals(print)) {
                answer(exchange, 409, "{\"code\": \"CONFLICT.idempotency.payload_mismatch\"}");
                return;
            }
            String[] segments = uri.getPath().split("/", -1);
            String fresh = "{\"id\": \"%s\", \"desk\": \"%s\", \"to\": \"%s\", \"currency\": \"%s\"}"
                    .formatted(
                            "t-" + last.incrementAndGet(),
                            segments.length > 3 ? segments[2] : "",
                            String.valueOf(uri.getQuery()).replace("to=", ""),
                            currency);
            exchange.getResponseHeaders().set("Idempotency-Status", known == null ? "stored" : "replayed");
            answer(exchange, 201, outcomes.computeIfAbsent(record, unused -> fresh));
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders()
                .set("Content-Type", status < 300 ? "application/json" : "application/problem+json");
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
    }
}
