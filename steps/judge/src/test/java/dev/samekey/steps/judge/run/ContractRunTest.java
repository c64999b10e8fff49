package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContractRunTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    private static final Set<String> CONTRACT_ALONE = Catalogue.shipped().all().stream()
            .filter(Clause::isOfTheContract)
            .map(Clause::id)
            .collect(Collectors.toUnmodifiableSet());

    @Test
    void without_leave_to_write_nothing_unsafe_is_sent(@TempDir Path out) throws IOException {
        try (RawServer server = RawServer.answering(OK)) {
            String yaml = Targets.fullAt(server.uri()).replace("writes: allowed\n", "") + """
                    tenants: {north: {headers: {X-Tenant: north}}, south: {headers: {X-Tenant: south}}}
                    clock: {advance: {method: POST, path: /_clock, body: {ms: "${ms}"}}}
                    cleanup: {method: POST, path: /_cleanup}
                    """;
            RunResult result = run(yaml, Coverage.clauses(), out);

            assertThat(server.received()).allMatch(request -> request.head().startsWith("GET / "));
            assertThat(result.requests()).isZero();
            assertThat(result.obstacle()).contains("no operation was tried: add this line");
            assertThat(asked(result)).hasSizeGreaterThan(50).allSatisfy(scenario -> {
                // What the contract excludes needs no request to be known.
                assertThat(scenario.verdict())
                        .as(scenario.name())
                        .isEqualTo(
                                scenario.reason().contains(": the contract says ")
                                        ? Verdict.NOT_APPLICABLE
                                        : Verdict.NOT_CHECKED);
                assertThat(scenario.evidence()).isEmpty();
            });
            // Something else that is lacking may be reported first.
            assertThat(asked(result))
                    .extracting(ScenarioResult::reason)
                    .allMatch(reason -> reason.matches("[a-z._]+: the (target file|contract) .*"))
                    .filteredOn(reason -> reason.equals(
                            "writes: the target file lacks «writes: allowed», so nothing unsafe was sent"))
                    .hasSizeGreaterThan(100);
        }
    }

    @Test
    void what_the_contract_says_is_judged_without_leave_to_write(@TempDir Path out) throws IOException {
        try (RawServer server = RawServer.answering(OK)) {
            String yaml = Targets.fullAt(server.uri()).replace("writes: allowed\n", "");
            RunResult result = run(yaml, CONTRACT_ALONE, out);

            assertThat(result.scenarios()).isNotEmpty().allMatch(scenario -> scenario.verdict() == Verdict.HELD);
            assertThat(result.obstacle()).isNull();
        }
    }

    @Test
    void a_budget_that_is_used_up_leaves_the_rest_unjudged(@TempDir Path out) throws IOException {
        try (RawServer server = RawServer.answering(OK.replace("200 OK", "201 Created"))) {
            String yaml =
                    Targets.BARE.replace("http://127.0.0.1:1", server.uri().toString())
                            + "writes: allowed\nlimits: {requests: 30}\n";
            RunResult result = run(yaml, Coverage.clauses(), out);

            assertThat(result.requests()).isLessThanOrEqualTo(30);
            assertThat(server.requests()).isEqualTo(result.requests() + 1);
            assertThat(asked(result))
                    .noneMatch(scenario -> scenario.verdict() == Verdict.HARNESS_ERROR)
                    .filteredOn(scenario -> scenario.reason().startsWith("the budget of 30 requests is used up"))
                    .hasSizeGreaterThan(20)
                    .allMatch(scenario -> scenario.verdict() == Verdict.INCONCLUSIVE);
        }
    }

    @Test
    void only_the_scenarios_of_the_chosen_clauses_run(@TempDir Path out) throws IOException {
        try (RawServer server = RawServer.answering(OK)) {
            List<ScenarioResult> finished = new ArrayList<>();
            RunResult result = new ContractRun(
                            Targets.file(Targets.fullAt(server.uri())), Choice.of(Set.of("RPL-1", "RPL-2")), out)
                    .run(finished::add);

            assertThat(result.scenarios())
                    .containsExactlyInAnyOrderElementsOf(finished)
                    .isNotEmpty()
                    .allMatch(scenario ->
                            Set.of("RPL-1", "RPL-2").contains(scenario.clauses().get(0)));
            assertThat(result.target()).isEqualTo("Acme payments");
            assertThat(result.contract()).isEqualTo("playbook");
            assertThat(result.requests()).isEqualTo(server.requests() - 1);
        }
    }

    @Test
    void a_scenario_of_which_nothing_could_be_said_runs_once_more(@TempDir Path out) throws IOException {
        String created = "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
        AtomicInteger posts = new AtomicInteger();
        RawServer.Behaviour once = (request, connection) -> {
            // The first one is the control.
            if (request.line().startsWith("POST") && posts.incrementAndGet() == 2) {
                connection.close();
            } else {
                connection.getOutputStream().write(created.getBytes(StandardCharsets.UTF_8));
            }
        };
        try (RawServer server = RawServer.doing(once)) {
            String yaml =
                    Targets.BARE.replace("http://127.0.0.1:1", server.uri().toString()) + "writes: allowed\n";
            RunResult result = run(yaml, Set.of("RPL-1"), out);

            assertThat(result.scenarios()).hasSize(1).allSatisfy(scenario -> {
                assertThat(scenario.verdict()).as(scenario.reason()).isEqualTo(Verdict.HELD);
                assertThat(scenario.evidence().get(0).text()).startsWith("The run before was INCONCLUSIVE: ");
            });
        }
    }

    @Test
    void a_target_that_is_down_is_reported(@TempDir Path out) throws IOException {
        URI gone = Ports.nobody();
        assertCannotRun(gone, out, "nothing listens there (connection refused): is it started?");
    }

    @Test
    void a_target_that_does_not_speak_http_is_reported(@TempDir Path out) throws IOException {
        try (RawServer server = RawServer.answering("SSH-2.0-OpenSSH_9.6\r\n")) {
            assertCannotRun(server.uri(), out, "what answers there does not speak HTTP");
        }
    }

    @Test
    void a_target_that_never_answers_is_reported(@TempDir Path out) throws IOException {
        try (RawServer server = RawServer.silent()) {
            assertCannotRun(
                    server.uri(), out, "it takes the connection and does not answer within 1 s («limits.answer»)");
        }
    }

    @Test
    void an_oracle_that_does_not_answer_is_reported_before_the_first_scenario(@TempDir Path out) throws IOException {
        try (RawServer server = RawServer.answering(OK)) {
            String yaml = Targets.fullAt(server.uri()) + "oracles: {log: {file: no-such.log}}\n";

            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(() -> run(yaml, Coverage.clauses(), out))
                    .withMessageStartingWith("an oracle of the target file does not answer: the log file ");
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_way_to_the_store_that_cannot_be_opened_is_reported_before_anything_else(@TempDir Path out)
            throws IOException {
        try (RawServer taken = RawServer.answering(OK)) {
            String yaml = Targets.fullAt(taken.uri()) + "store: {listen: "
                    + taken.uri().getPort() + ", upstream: \"127.0.0.1:5432\"}\n";

            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(() -> run(yaml, Coverage.clauses(), out))
                    .withMessageStartingWith("cannot stand between the target and its store at port ");
            assertThat(taken.requests()).isZero();
        }
    }

    @Test
    void what_was_not_looked_at_again_because_of_an_interruption_is_not_held(@TempDir Path out) throws IOException {
        String head = "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: ";
        Set<String> created = ConcurrentHashMap.newKeySet();
        try (RawServer server = RawServer.doing((request, connection) -> {
            if (request.line().startsWith("POST")) {
                created.add(request.body());
            }
            String key = String.join("", request.header("Idempotency-Key"));
            String[] listed = request.line().split("reference=| HTTP", -1);
            boolean isThere = created.stream().anyMatch(one -> one.contains(listed[1]));
            String body = request.line().startsWith("GET")
                    ? "{\"items\": [" + (isThere ? "1" : "") + "]}"
                    : "{\"id\": \"p-" + key + "\"}";
            String answer = (head + body.length() + "\r\n\r\n" + body)
                    .replace("201 Created", request.line().startsWith("GET") ? "200 OK" : "201 Created");
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        })) {
            String yaml = """
                    name: Acme
                    urls: ["%s"]
                    writes: allowed
                    contract: playbook
                    limits: {late: 60}
                    operations:
                      payment: {role: create, id: /id, request: {method: POST, path: /payments, body: {amount: "${unique}"}},
                        effects: {list: {path: "/payments?reference=${unique}", count: /items}}}
                    """.formatted(server.uri());
            Thread running = Thread.currentThread();
            Thread interrupting = new Thread(() -> interruptWhenPausing(running));
            interrupting.setDaemon(true);
            interrupting.start();
            RunResult result = run(yaml, Set.of("RPL-4"), out);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(result.scenarios()).noneMatch(scenario -> scenario.verdict() == Verdict.HELD);
            assertThat(result.scenarios())
                    .filteredOn(scenario ->
                            scenario.reason().equals("the run was ended before its effects were counted once more"))
                    .isNotEmpty()
                    .allMatch(scenario -> scenario.verdict() == Verdict.NOT_CHECKED);
        }
    }

    private static void interruptWhenPausing(Thread thread) {
        boolean pausing = Await.until(
                "the pause before the second look",
                Duration.ofMinutes(1),
                Duration.ofMillis(10),
                () -> Stream.of(thread.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("lookAgain")));
        if (pausing) {
            thread.interrupt();
        }
    }

    /** What is judged by asking the target: two clauses are judged by the contract's own text. */
    private static List<ScenarioResult> asked(RunResult result) {
        return result.scenarios().stream()
                .filter(scenario -> !CONTRACT_ALONE.contains(scenario.clauses().get(0)))
                .toList();
    }

    private static void assertCannotRun(URI uri, Path out, String message) {
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> run(Targets.fullAt(uri) + "limits: {answer: 1}\n", Set.of(), out))
                .withMessageStartingWith("the target Acme payments cannot be judged: " + uri + ": " + message);
    }

    private static RunResult run(String yaml, Set<String> clauses, Path out) {
        return new ContractRun(Targets.file(yaml), Choice.of(clauses), out).run(result -> {});
    }
}
