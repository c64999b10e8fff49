package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Targets whose file is wrong, or whose credentials are: nothing is said of their contract. */
class ControlRunsTest {
    private static final Set<String> CLAUSES = Set.of(
            "KEY-1", "KEY-2", "KEY-3", "KEY-4", "KEY-5", "KEY-10", "RPL-1", "RPL-4", "RPL-9", "RPL-12", "MIS-10");

    private static final String LISTED =
            "id: /id, effects: {list: {path: \"/payments?reference=${unique}\", count: /items}}";

    private final AtomicInteger posts = new AtomicInteger();
    private final Map<String, String> outcomes = new ConcurrentHashMap<>();

    @TempDir
    private Path out = Path.of("");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        200 | text/html        | <p>Please log in</p> | is an HTML page  | is it the API that answers?
        404 | application/json | {"error": "none"}    | 404              | check «urls», and «request.method» and «request.path» of operations.payment
        405 | application/json | {}                   | 405              | check «urls», and «request.method» and «request.path» of operations.payment
        401 | application/json | {}                   | 401              | check the credentials of «principals»
        422 | application/json | {}                   | 422              | check «request» of operations.payment
        302 | text/plain       | moved                | 302              | redirects are not followed
        202 | application/json | {"id": "p-1"}        | 202              | check «success» of operations.payment
        201 | application/json | {"number": "p-1"}    | no id at «/id»   | check «id» of operations.payment
        500 | application/json | {}                   | 500              | see why the target fails
        """)
    void what_answers_everything_alike_is_not_judged(int status, String type, String body, String actual, String fix)
            throws IOException {
        try (RawServer server = RawServer.doing(
                (request, connection) -> connection.getOutputStream().write(response(status, type, body)))) {
            RunResult result = run(server, status == 202 ? "id: /id, success: 201" : "id: /id");

            assertNotChecked(result, actual, fix);
            assertThat(result.whyNothingWorked())
                    .hasValueSatisfying(why -> assertThat(why)
                            .startsWith("the control request for a payment got ")
                            .contains(actual, fix));
        }
    }

    @Test
    void credentials_that_expire_during_the_run_take_back_what_was_seen() throws IOException {
        try (RawServer server = keeping(20)) {
            RunResult result = run(server, "id: /id");

            assertThat(result.scenarios())
                    .noneMatch(scenario -> scenario.verdict().isJudged())
                    .anySatisfy(scenario -> {
                        assertThat(scenario.reason())
                                .startsWith(
                                        "the control request for a payment still worked at the start, and at the end it"
                                                + " got 401")
                                .contains("check the credentials of «principals»");
                        assertThat(scenario.verdict()).isEqualTo(Verdict.NOT_CHECKED);
                        assertThat(scenario.steps()
                                        .get(scenario.steps().size() - 1)
                                        .text())
                                .isEqualTo("Then the control request still works at the end of the run");
                    });
            assertThat(result.obstacle())
                    .matches(
                            "the target stopped serving requests .* s into the run, at .*, after .* requests, during .*: the"
                                    + " control request for a payment .*got 401 .*");
        }
    }

    @Test
    void a_listing_that_counts_the_effects_of_others_is_found() throws IOException {
        try (RawServer server = keeping(Integer.MAX_VALUE)) {
            assertNotChecked(
                    run(server, "id: /id, effects: {list: {path: \"/payments\", count: /items}}"),
                    "counted by GET /payments for a request that was not sent",
                    "make «effects» of operations.payment look for ${unique}");
        }
    }

    @Test
    void a_listing_that_never_counts_anything_is_found() throws IOException {
        try (RawServer server = keeping(Integer.MAX_VALUE)) {
            assertNotChecked(
                    run(server, "id: /id, effects: {list: {path: \"/payments?reference=x${unique}\", count: /items}}"),
                    "got 0, counted by GET /payments?reference=x${unique} (expected 1 effect)",
                    "check «effects» of operations.payment");
        }
    }

    @Test
    void one_request_that_acts_twice_is_a_break_of_the_api() throws IOException {
        try (RawServer server = keepingTwice("\"amount\": 1")) {
            RunResult result = run(server, LISTED);

            assertThat(result.scenarios())
                    .filteredOn(scenario -> scenario.clauses().contains("RPL-4"))
                    .isNotEmpty()
                    .allSatisfy(scenario -> assertThat(scenario.verdict()).isEqualTo(Verdict.BROKEN))
                    .allSatisfy(scenario -> assertThat(scenario.reason()).contains("expected 1, got 2"));
        }
    }

    @Test
    void two_rows_that_differ_may_be_one_effect() throws IOException {
        try (RawServer server = keepingTwice("\"fee\": 3")) {
            assertNotChecked(run(server, LISTED), "got 2, counted by", "check «effects» of operations.payment");
        }
    }

    /** Lists another row beside each payment, with an id and a time of its own. */
    private RawServer keepingTwice(String other) {
        return RawServer.doing((request, connection) -> {
            if (request.line().startsWith("GET /payments")) {
                String wanted = request.line().replaceAll(".*reference=| HTTP.*", "");
                String rows = outcomes.keySet().stream()
                        .filter(key -> outcomes.getOrDefault(key, "").contains(wanted))
                        .map(key -> row("p-" + key, "1", "\"amount\": 1") + ", " + row("q-" + key, "2", other))
                        .collect(Collectors.joining(", "));
                connection.getOutputStream().write(response(200, "application/json", "{\"items\": [" + rows + "]}"));
            } else {
                connection.getOutputStream().write(kept(request));
            }
        });
    }

    private static String row(String id, String second, String rest) {
        return "{\"id\": \"" + id + "\", \"link\": \"/payments/" + id + "\", \"at\": \"2026-01-02T03:04:0" + second
                + ".5Z\", " + rest + "}";
    }

    @Test
    void a_listing_that_is_not_there_is_found() throws IOException {
        try (RawServer server = keeping(Integer.MAX_VALUE)) {
            assertNotChecked(
                    run(server, "id: /id, effects: {list: {path: \"/none?reference=${unique}\", count: /items}}"),
                    "answered 404",
                    "check «effects» of operations.payment");
        }
    }

    @Test
    void an_id_that_does_not_name_the_result_is_found() throws IOException {
        try (RawServer server = keeping(Integer.MAX_VALUE)) {
            assertNotChecked(run(server, "id: /version"), "the same id 1", "check «id» of operations.payment");
        }
    }

    /** As the web framework Express does with an outcome that was stored as a text. */
    @Test
    void json_that_is_replayed_with_the_type_of_html_is_no_page() throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> {
            String key = request.header("Idempotency-Key").stream().findFirst().orElse("");
            String type = outcomes.containsKey(key) ? "text/html; charset=utf-8" : "application/json";
            connection.getOutputStream().write(kept(request, type));
        })) {
            assertThat(run(server, LISTED).scenarios())
                    .filteredOn(scenario -> scenario.clauses().contains("RPL-9"))
                    .anyMatch(scenario -> scenario.verdict() == Verdict.HELD)
                    .allSatisfy(scenario -> assertThat(scenario.verdict())
                            .as(scenario.reason())
                            .isIn(Verdict.HELD, Verdict.NOT_CHECKED, Verdict.NOT_APPLICABLE));
        }
    }

    @Test
    void an_operation_that_comes_after_one_that_does_not_work_says_which() throws IOException {
        try (RawServer server = RawServer.doing(
                (request, connection) -> connection.getOutputStream().write(response(404, "text/plain", "")))) {
            RunResult result = run(server, """
                    id: /id}
                      refund: {role: reverse, after: payment, id: /id,
                        request: {method: POST, path: /refunds, body: {payment: "${payment.id}"}}""");

            assertThat(result.scenarios())
                    .anyMatch(scenario -> scenario.reason()
                            .startsWith("the control request for a payment, which comes before a refund, got 404 "));
        }
    }

    @Test
    void one_failure_by_chance_is_none() throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> {
            boolean first = request.line().startsWith("POST") && posts.getAndIncrement() == 0;
            connection.getOutputStream().write(first ? response(500, "text/plain", "") : kept(request));
        })) {
            assertThat(run(server, "id: /id").controls()).allMatch(control -> control.works());
        }
    }

    @Test
    void a_control_is_evidence_of_each_scenario() throws IOException {
        try (RawServer server = keeping(Integer.MAX_VALUE)) {
            assertThat(run(server, "id: /id").scenarios())
                    .filteredOn(scenario -> scenario.verdict().isJudged())
                    .isNotEmpty()
                    .allSatisfy(scenario -> assertThat(scenario.evidence())
                            .anyMatch(seen -> seen.title().startsWith("the control request for a payment: POST")));
        }
    }

    @Test
    void a_break_that_is_taken_back_is_still_told() throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> {
            boolean isPost = request.line().startsWith("POST");
            int post = isPost ? posts.incrementAndGet() : 0;
            // It acts each time, whatever the key, until there is no money left.
            connection
                    .getOutputStream()
                    .write(response(
                            post > 20 ? 402 : isPost ? 201 : 200, "application/json", "{\"id\": \"p-" + post + "\"}"));
        })) {
            RunResult result = run(server, "id: /id");

            assertThat(result.scenarios())
                    .noneMatch(scenario -> scenario.verdict().isJudged())
                    .anySatisfy(scenario -> {
                        assertThat(scenario.verdict()).isEqualTo(Verdict.NOT_CHECKED);
                        assertThat(scenario.reason()).contains("; before that, it was broken: ");
                        assertThat(scenario.takenBack())
                                .extracting(ScenarioResult::verdict)
                                .isEqualTo(Verdict.BROKEN);
                    });
        }
    }

    @ParameterizedTest
    @CsvSource({"429, text/plain", "504, application/problem+json"})
    void what_limits_the_rate_of_a_control_or_cannot_do_it_for_now_says_nothing_for_ever(int status, String type)
            throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> connection
                .getOutputStream()
                .write(
                        request.line().startsWith("POST") && posts.incrementAndGet() <= 2
                                ? response(status, type, "{}")
                                : kept(request)))) {
            assertThat(run(server, "id: /id").scenarios())
                    .noneMatch(scenario -> scenario.reason().startsWith("the control request"))
                    .anyMatch(scenario -> scenario.verdict().isJudged());
        }
    }

    @Test
    void what_never_can_do_it_is_inconclusive_and_says_so() throws IOException {
        try (RawServer server = RawServer.doing((request, connection) ->
                connection.getOutputStream().write(response(504, "application/problem+json", "{}")))) {
            RunResult result = run(server, "id: /id");

            assertThat(result.scenarios())
                    .noneMatch(scenario -> scenario.verdict().isJudged())
                    .anySatisfy(scenario -> {
                        assertThat(scenario.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
                        assertThat(scenario.reason())
                                .startsWith("the control request for a payment did not succeed: 504");
                    });
            assertThat(result.whyNothingWorked()).isPresent();
        }
    }

    /** Keeps each payment under its key, with an id of its own; lists them; knows its caller for so many requests. */
    private RawServer keeping(int known) {
        return RawServer.doing((request, connection) -> {
            boolean late = request.line().startsWith("POST") && posts.incrementAndGet() > known;
            connection.getOutputStream().write(late ? response(401, "application/json", "{}") : kept(request));
        });
    }

    private byte[] kept(RawServer.Received request) {
        return kept(request, "application/json");
    }

    /** @param type the content type of a payment */
    private byte[] kept(RawServer.Received request, String type) {
        if (request.line().startsWith("GET /none")) {
            return response(404, "application/json", "{}");
        }
        if (request.line().startsWith("GET /payments")) {
            String wanted = request.line().replaceAll(".*reference=| HTTP.*|GET .*", "");
            List<String> items = outcomes.values().stream()
                    .filter(one -> one.contains(wanted))
                    .toList();
            return response(200, "application/json", "{\"items\": " + items + "}");
        }
        if (!request.line().startsWith("POST")) {
            return response(200, "application/json", "{}");
        }
        String key = request.header("Idempotency-Key").stream().findFirst().orElse("");
        String body = outcomes.computeIfAbsent(
                key, one -> "{\"id\": \"p-" + key + "\", \"version\": 1, \"of\": " + request.body() + "}");
        return response(201, type, body);
    }

    private static byte[] response(int status, String type, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return ("HTTP/1.1 " + status + " Status\r\nContent-Type: " + type + "\r\nContent-Length: " + bytes.length
                        + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    private RunResult run(RawServer server, String more) {
        String yaml = """
                name: Acme
                urls: ["%s"]
                writes: allowed
                contract: playbook
                limits: {late: 0, answer: 1}
                operations:
                  payment: {role: create, intent: {/amount: 2},
                    request: {method: POST, path: /payments, body: {amount: 1, reference: "${unique}"}}, %s}
                """.formatted(server.uri(), more);
        return new ContractRun(Targets.file(yaml), Choice.of(CLAUSES), out).run(result -> {});
    }

    private static void assertNotChecked(RunResult result, String actual, String fix) {
        assertThat(result.scenarios())
                .filteredOn(scenario -> "payment".equals(scenario.operation())
                        || scenario.reason().startsWith("the control request"))
                .isNotEmpty();
        assertThat(result.scenarios())
                .as(result.scenarios().stream()
                        .map(ScenarioResult::reason)
                        .distinct()
                        .toList()
                        .toString())
                .noneMatch(scenario -> scenario.verdict().isJudged())
                .anyMatch(scenario -> scenario.verdict() == Verdict.NOT_CHECKED
                        && scenario.reason().contains(actual)
                        && scenario.reason().contains(fix));
    }
}
