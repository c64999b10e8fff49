package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.Text;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.fault.FaultProxy;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Race;
import dev.samekey.steps.drive.http.Served;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.drive.process.Crash;
import dev.samekey.steps.judge.cucumber.Engine;
import dev.samekey.steps.judge.cucumber.Feature;
import dev.samekey.steps.judge.cucumber.FeatureText;
import dev.samekey.steps.judge.world.Access;
import dev.samekey.steps.judge.world.BusyMachine;
import dev.samekey.steps.judge.world.FailFast;
import dev.samekey.steps.judge.world.Lacking;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.Presence;
import dev.samekey.steps.judge.world.Promised;
import dev.samekey.steps.judge.world.ScenarioEnd;
import dev.samekey.steps.judge.world.Seed;
import dev.samekey.steps.judge.world.Waived;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.StepResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecorderTest {
    private static final String CREATED = "HTTP/1.1 201 Created\r\nContent-Length: 13\r\n\r\n{\"id\": \"p-1\"}";
    private static final String UNAVAILABLE =
            "HTTP/1.1 503 Unavailable\r\nContent-Type: application/json\r\nContent-Length: 0\r\n\r\n";
    private static final String FAILED = "HTTP/1.1 500 Failed\r\nContent-Length: 0\r\n\r\n";

    @Test
    void what_was_checked_and_true_is_held() throws IOException {
        ScenarioResult result = run(CREATED, "Given a completed payment", "Then every response is a success");

        assertThat(result.verdict()).isEqualTo(Verdict.HELD);
        assertThat(result.reason()).isEmpty();
        assertThat(result.facts()).isEmpty();
        assertThat(result.clauses()).containsExactly("RPL-1");
        assertThat(result.operation()).isEqualTo("payment");
        assertThat(result.name()).isEqualTo("One");
        assertThat(result.feature()).isEqualTo("tiny.feature");
        assertThat(result.steps())
                .extracting(StepResult::text, StepResult::status)
                .containsExactly(
                        tuple("Given a completed payment", StepResult.Status.PASSED),
                        tuple("Then every response is a success", StepResult.Status.PASSED));
        assertThat(result.steps().get(0).evidence()).isEqualTo(result.evidence());
        assertThat(result.evidence()).hasSize(1);
    }

    @Test
    void what_was_checked_and_wrong_is_broken_with_its_facts() throws IOException {
        ScenarioResult result =
                run(FAILED, "Given a new payment", "When the request is sent", "Then every response is a success");

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.reason()).isEqualTo("request for a payment: expected success, got 500");
        assertThat(result.facts()).contains(new Fact("expected", "success"), new Fact("actual", "500 "));
        assertThat(result.facts()).extracting(Fact::name).doesNotContain("repeat");
        assertThat(result.evidence())
                .filteredOn(piece -> piece.kind() == EvidenceKind.REPEAT)
                .singleElement()
                .satisfies(script -> assertThat(script.text())
                        .startsWith("#!/bin/sh\n")
                        .contains(
                                "if success 1; then", "samekey verify --target FILE --clauses RPL-1 --scenario One\n"));
        assertThat(result.steps())
                .extracting(StepResult::status)
                .containsExactly(StepResult.Status.PASSED, StepResult.Status.PASSED, StepResult.Status.FAILED);
        assertThat(result.steps())
                .allSatisfy(step -> assertThat(step.start())
                        .isBetween(result.start(), result.start().plus(result.took())));
    }

    @Test
    void what_the_target_cannot_serve_on_a_machine_that_is_too_busy_breaks_nothing() throws IOException {
        try (RawServer server = RawServer.answering(UNAVAILABLE)) {
            TargetFile file = Targets.file(Targets.fullAt(server.uri()));
            String scenario = scenario(
                    "One", "Given a new payment", "When the request is sent", "Then every response is a success");
            ScenarioResult quiet = runAll(file, scenario).get(0);
            ScenarioResult busy = runAll(file, scenario, 1, BusyMachine.late(Duration.ofMillis(300)))
                    .get(0);

            assertThat(quiet.verdict()).isEqualTo(Verdict.BROKEN);
            assertThat(busy.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(busy.reason())
                    .startsWith(
                            "machine too busy for the target to serve each request, such as one that got 503: a timer "
                                    + "came 300 ms late")
                    .endsWith("(request for a payment: expected success, got 503)");
        }
    }

    @Test
    void what_is_too_late_by_more_than_the_machine_is_broken_although_a_request_was_not_served() throws IOException {
        assertThat(onBusyMachine(UNAVAILABLE, "Then the clause is broken by an hour"))
                .isEqualTo(Verdict.BROKEN);
    }

    @Test
    void what_is_broken_on_a_busy_machine_is_broken_where_the_target_serves_each_request() throws IOException {
        assertThat(onBusyMachine(FAILED, "Then every response is a success")).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void a_rate_limit_does_not_explain_an_effect_too_many() throws IOException {
        assertThat(whenTheDuplicateIsLimited(2).verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(whenTheDuplicateIsLimited(2).reason())
                .isEqualTo("effects of a payment after 2 requests: expected 1, got 2");
        assertThat(whenTheDuplicateIsLimited(1).verdict()).isEqualTo(Verdict.HELD);
    }

    @Test
    void a_rate_limit_may_be_why_there_is_no_effect() throws IOException {
        ScenarioResult result = whenTheDuplicateIsLimited(0);

        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.reason())
                .startsWith("the target limits the rate: 1 answered 429")
                .endsWith("(effects of a payment after 2 requests: expected 1, got 0)");
    }

    /** @param effects how many the listing shows after the first request */
    private static ScenarioResult whenTheDuplicateIsLimited(int effects) throws IOException {
        AtomicInteger posts = new AtomicInteger();
        String items = String.join(",", Collections.nCopies(effects, "{\"id\": \"p-1\"}"));
        try (RawServer server = RawServer.doing((request, connection) -> {
            boolean reads = request.line().startsWith("GET");
            String body = reads ? "{\"items\": [" + items + "]}" : "{\"id\": \"p-1\"}";
            boolean limited = !reads && posts.incrementAndGet() == 2;
            String status = limited ? "429 Limited" : reads ? "200 OK" : "201 Created";
            String answer = "HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        })) {
            return run(
                    Targets.file(Targets.fullAt(server.uri())),
                    "Given a completed payment",
                    "When the request is sent again",
                    "Then there is one effect");
        }
    }

    private static Verdict onBusyMachine(String answer, String then) throws IOException {
        try (RawServer server = RawServer.answering(answer)) {
            String scenario = scenario("One", "Given a new payment", "When the request is sent", then);
            return runAll(
                            Targets.file(Targets.fullAt(server.uri())),
                            scenario,
                            1,
                            BusyMachine.late(Duration.ofMillis(300)))
                    .get(0)
                    .verdict();
        }
    }

    @Test
    void no_secret_gets_into_a_result() throws IOException {
        ScenarioResult result =
                run(FAILED, "Given a new payment", "When the request is sent", "Then every response is a success");

        assertThat(result.toString()).doesNotContain("alice-secret");
        assertThat(result.evidence())
                .extracting(Evidence::text)
                .anySatisfy(text -> assertThat(text).contains("Bearer ${ALICE_TOKEN}"))
                .noneMatch(text -> text.contains("alice-secret"));
    }

    @Test
    void a_scenario_that_checked_nothing_is_an_error_of_the_harness() throws IOException {
        ScenarioResult result = run(CREATED, "Given a new payment", "When the request is sent");

        assertThat(result.verdict()).isEqualTo(Verdict.HARNESS_ERROR);
        assertThat(result.reason()).isEqualTo("the scenario checked nothing");
    }

    @Test
    void an_undefined_step_is_an_error_of_the_harness() throws IOException {
        ScenarioResult result =
                run(CREATED, "Given a completed payment", "Then every response is a success", "And the moon is full");

        assertThat(result.verdict()).isEqualTo(Verdict.HARNESS_ERROR);
        assertThat(result.reason()).containsIgnoringCase("undefined");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory runs out", "memory runs out in another thread"})
    void memory_that_runs_out_ends_the_run(String how) {
        String scenario = scenario("One", "Then " + how);

        for (int atOnce : List.of(1, 2)) {
            assertThatThrownBy(() -> runAll(Targets.file(Targets.BARE), scenario, atOnce))
                    .isInstanceOf(OutOfMemoryError.class);
        }
    }

    @Test
    void what_a_scenario_has_seen_does_not_stay_in_memory() throws IOException {
        String long500 = "x".repeat(500);
        String answer = "HTTP/1.1 201 Created\r\nContent-Length: 500\r\n\r\n" + long500;

        ScenarioResult result = run(answer, "Given a completed payment", "Then every response is a success");

        assertThat(result.evidence()).singleElement().satisfies(seen -> {
            assertThat(seen.content()).isNotInstanceOf(Text.InMemory.class);
            assertThat(seen.text()).contains("/payments", long500);
        });
    }

    @Test
    void an_unexpected_exception_is_an_error_of_the_harness_with_its_place() throws IOException {
        ScenarioResult result = run(CREATED, "Given a new payment", "Then the response has the status of the first");

        assertThat(result.verdict()).isEqualTo(Verdict.HARNESS_ERROR);
        assertThat(result.reason()).contains("IndexOutOfBoundsException");
        assertThat(result.facts()).singleElement().satisfies(fact -> {
            assertThat(fact.name()).isEqualTo("at");
            assertThat(fact.value()).startsWith("dev.samekey.steps.judge.world.World");
        });
    }

    @Test
    void what_the_target_lacks_is_not_checked() throws IOException {
        ScenarioResult result = run(CREATED, "Given a completed payment", "And the target has restarted");

        assertThat(result.verdict()).isEqualTo(Verdict.NOT_CHECKED);
        assertThat(result.reason()).startsWith("restart: ");
    }

    @Test
    void why_the_target_lacks_something_is_the_users_reason() throws IOException {
        try (RawServer server = RawServer.answering(CREATED)) {
            String file =
                    Targets.BARE.replace("http://127.0.0.1:1", server.uri().toString())
                            + "writes: allowed\nnot_offered: {intent: a note has no content that matters}\n";
            ScenarioResult result = run(
                    Targets.file(file),
                    "Given a completed note",
                    "When the request is sent again with another payload");

            assertThat(result.verdict()).isEqualTo(Verdict.NOT_CHECKED);
            assertThat(result.reason()).isEqualTo("intent: not offered, because a note has no content that matters");
        }
    }

    @Test
    void what_the_target_does_not_describe_is_not_checked() throws IOException {
        ScenarioResult result = run(CREATED, "Given a completed partial update");

        assertThat(result.verdict()).isEqualTo(Verdict.NOT_CHECKED);
        assertThat(result.reason()).isEqualTo("operations: the target file describes no partial update");
    }

    @Test
    void a_row_that_names_no_role_says_what_the_target_lacks() throws IOException {
        assertThat(run(CREATED, "Given a completed high stakes").reason())
                .isEqualTo("operations: the target file describes no operation of high stakes");
        assertThat(run(CREATED, "Given a new sink").reason())
                .isEqualTo("operations: the target file describes no operation that reaches a sink");
    }

    @Test
    void a_step_that_does_not_name_one_operation_is_an_error_of_the_harness() throws IOException {
        ScenarioResult many = run(CREATED, "Given a new create");
        ScenarioResult unknown = run(CREATED, "Given a new paiment");

        assertThat(many.verdict()).isEqualTo(Verdict.HARNESS_ERROR);
        assertThat(many.reason()).contains("«create» may mean several operations");
        assertThat(unknown.verdict()).isEqualTo(Verdict.HARNESS_ERROR);
        assertThat(unknown.reason()).contains("did you mean «payment»?");
    }

    @Test
    void what_the_api_does_not_offer_is_not_applicable() throws IOException {
        try (RawServer server = RawServer.answering(CREATED)) {
            String yaml = Targets.fullAt(server.uri()).replace("role: delete", "role: update")
                    + "not_offered: {delete: nothing is ever deleted}\n";
            ScenarioResult result = run(Targets.file(yaml), "Given a completed delete");

            assertThat(result.verdict()).isEqualTo(Verdict.NOT_APPLICABLE);
            assertThat(result.reason()).isEqualTo("the API offers no delete: nothing is ever deleted");
        }
    }

    @Test
    void a_condition_that_was_not_reached_is_inconclusive() throws IOException {
        ScenarioResult result = run(FAILED, "Given a completed payment", "Then every response is a success");

        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.reason()).contains("did not succeed");
    }

    @Test
    void each_scenario_has_objects_of_its_own() throws IOException {
        try (RawServer server = RawServer.answering(CREATED)) {
            List<ScenarioResult> results = runAll(
                    Targets.file(Targets.fullAt(server.uri())),
                    scenario("One", "Given a completed payment", "Then every response is a success")
                            + scenario("Two", "Given a new payment"));

            assertThat(results)
                    .extracting(ScenarioResult::verdict)
                    .containsExactly(Verdict.HELD, Verdict.HARNESS_ERROR);
            assertThat(results.get(1).evidence()).isEmpty();
        }
    }

    @Test
    void a_when_that_breaks_a_clause_is_an_error_of_the_harness() throws IOException {
        ScenarioResult result = run(
                CREATED, "Given a completed payment", "When the clause is broken", "Then every response is a success");

        assertThat(result.verdict()).isEqualTo(Verdict.HARNESS_ERROR);
        assertThat(result.reason())
                .startsWith("a When breaks the clause, which only a Then may: ")
                .endsWith("nothing in particular: expected one thing, got another");
    }

    @Test
    void a_given_that_breaks_a_clause_is_an_error_of_the_harness() throws IOException {
        ScenarioResult result = run(CREATED, "Given a completed payment", "And the clause is broken");

        assertThat(result.verdict()).isEqualTo(Verdict.HARNESS_ERROR);
        assertThat(result.reason()).startsWith("a Given breaks the clause");
    }

    @Test
    void a_then_may_break_a_clause() throws IOException {
        assertThat(run(
                                CREATED,
                                "Given a completed payment",
                                "Then every response is a success",
                                "And the clause is broken")
                        .verdict())
                .isEqualTo(Verdict.BROKEN);
    }

    @Test
    void a_then_that_acts_is_an_error_of_the_harness() throws IOException {
        ScenarioResult result = run(
                CREATED, "Given a completed payment", "Then every response is a success", "And the request is sent");

        assertThat(result.verdict()).isEqualTo(Verdict.HARNESS_ERROR);
        assertThat(result.reason()).contains("a Then acts");
    }

    @Test
    void a_given_and_a_when_may_act() throws IOException {
        assertThat(run(
                                CREATED,
                                "Given a completed payment",
                                "When the request is sent again",
                                "And the request is sent",
                                "Then every response is a success")
                        .verdict())
                .isEqualTo(Verdict.HELD);
    }

    @Test
    void scenarios_side_by_side_each_have_a_phase_of_their_own() throws IOException {
        StringBuilder scenarios = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            scenarios.append(scenario(
                    "Number " + i,
                    "Given a completed payment",
                    "When the request is sent again",
                    "Then every response is a success"));
            scenarios.append(scenario("Then " + i, "Given a new payment", "Then the request is sent"));
        }
        try (RawServer server = RawServer.answering(CREATED)) {
            TargetFile file = Targets.file(Targets.fullAt(server.uri()));

            assertThat(runAll(file, scenarios.toString(), 4))
                    .hasSize(24)
                    .allSatisfy(result -> assertThat(result.verdict())
                            .isEqualTo(result.name().startsWith("Then") ? Verdict.HARNESS_ERROR : Verdict.HELD));
        }
    }

    private static ScenarioResult run(String answer, String... steps) throws IOException {
        try (RawServer server = RawServer.answering(answer)) {
            return run(Targets.file(Targets.fullAt(server.uri())), steps);
        }
    }

    private static ScenarioResult run(TargetFile file, String... steps) {
        return runAll(file, scenario("One", steps)).get(0);
    }

    private static String scenario(String name, String... steps) {
        return "\n  @RPL-1\n  Scenario: " + name + "\n    " + String.join("\n    ", steps) + "\n";
    }

    private static List<ScenarioResult> runAll(TargetFile file, String scenarios) {
        return runAll(file, scenarios, 1);
    }

    private static List<ScenarioResult> runAll(TargetFile file, String scenarios, int atOnce) {
        return runAll(file, scenarios, atOnce, MachineWatch.none());
    }

    private static List<ScenarioResult> runAll(TargetFile file, String scenarios, int atOnce, MachineWatch machine) {
        List<ScenarioResult> seen = new ArrayList<>();
        Pace pace = new Pace(1000, null, 100);
        Recorder recorder = new Recorder(file, pace, seen::add);
        Duration limit = Duration.ofSeconds(30);
        Wire wire = new Wire(limit);
        Access access = Lacking.access(file, wire);
        ScenarioEnd end = recorder::end;
        List<Object> lasting = List.of(
                access,
                file.target(),
                file.contracts(),
                new Promised(file),
                file.secrets(),
                wire,
                new Race(limit, wire),
                new FaultProxy(wire, limit),
                new Producer(InstantSource.system()),
                access.capabilities(),
                access.created(),
                new Crash(null, 0),
                Waived.NOTHING,
                FailFast.never(),
                new Presence(new Served(), Optional::empty, () -> false, Duration.ZERO, Instant.now()),
                new Seed(7),
                machine,
                recorder.store(),
                end);
        Feature feature = Feature.of(
                new FeatureText(URI.create("classpath:tiny.feature"), "Feature: Tiny\n" + scenarios), List::of);
        new Engine(List.of(feature), List.of(ScenarioRunner.DEFINITIONS, "dev.samekey.steps.judge.run.own"))
                .run(feature.scenarios(), atOnce, lasting, ScenarioRunner.PER_SCENARIO, recorder.in(Isolation.ALONE));
        assertThat(seen).containsExactlyInAnyOrderElementsOf(recorder.results());
        return recorder.results();
    }
}
