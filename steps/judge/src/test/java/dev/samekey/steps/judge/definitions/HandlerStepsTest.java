package dev.samekey.steps.judge.definitions;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.steps.judge.act.DeadLetters;
import dev.samekey.steps.judge.act.Retries;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.words.Between;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HandlerStepsTest {
    private static final String POISONED = Targets.FULL + """
                sandbox: {poison: {/note: poison}}
                delivery: {handlers: {%s}}
            """;

    private static final Duration SHORT = Duration.ofMillis(1);

    @Test
    void where_no_other_event_was_sent_meanwhile_nothing_was_compared() {
        HandlerSteps steps = steps("");

        assertEnds(Verdict.INCONCLUSIVE, steps::youngerWasFirst);
        assertEnds(Verdict.INCONCLUSIVE, steps::othersWereNotDelayed);
    }

    @Test
    void a_handler_that_nobody_names_cannot_be_made_to_fail() {
        assertNotChecked("", "delivery.handlers: ");
    }

    @Test
    void attempts_that_nobody_counts_cannot_be_waited_for() {
        assertNotChecked("booking: {effects: select 1}", "handlers.attempts: ");
    }

    /**
     * A consumer that makes its second attempt after 2.5 s and its third one 100 ms later. Its rows are there from the start,
     * each with the time from which it counts.
     */
    @Test
    void an_event_that_waits_for_the_next_attempt_at_another_is_held_up() throws IOException, SQLException {
        assertThatNoException().isThrownBy(() -> others("200 OK", "0 ms"));
        assertEnds(Verdict.BROKEN, () -> others("200 OK", "2600 ms"));
    }

    @Test
    void an_event_may_take_as_long_as_its_control_took() throws IOException, SQLException {
        Duration control = Duration.ofSeconds(3);

        assertEnds(
                Verdict.INCONCLUSIVE,
                () -> poisoned("200 OK", "2600 ms", "", control, HandlerSteps::othersWereNotDelayed));
    }

    @Test
    void an_event_that_is_refused_was_not_held_up() throws IOException, SQLException {
        assertEnds(Verdict.INCONCLUSIVE, () -> others("503 Service Unavailable", "2600 ms"));
    }

    @Test
    void another_handler_has_as_long_as_effects_may_take() throws IOException, SQLException {
        String within = "effects: {list: {path: \"/x?id=${unique}\", count: /items}, within: 1s}";

        assertThatNoException()
                .isThrownBy(() -> poisoned("200 OK", "0 ms", within, SHORT, HandlerSteps::othersDidNotWait));
        assertEnds(Verdict.BROKEN, () -> poisoned("200 OK", "0 ms", "", SHORT, HandlerSteps::othersDidNotWait));
    }

    /**
     * @param status what another event is answered
     * @param later how long after its arrival it is handled
     */
    private static void others(String status, String later) throws IOException, SQLException {
        poisoned(status, later, "", SHORT, HandlerSteps::othersWereNotDelayed);
    }

    /**
     * @param within how long effects may take, as the target file says it
     * @param control how long the control took
     */
    private static void poisoned(
            String status, String later, String within, Duration control, Consumer<HandlerSteps> then)
            throws IOException, SQLException {
        String url = TestDatabase.url("public");
        String table = "h" + UUID.randomUUID().toString().replace("-", "");
        try (Connection connection = DriverManager.getConnection(url);
                Statement sql = connection.createStatement();
                DatabaseOracle database = new DatabaseOracle(url, null, null, Duration.ofSeconds(3));
                RawServer server = RawServer.doing((request, answering) -> {
                    deliver(sql, table, request.body(), later);
                    String body = "{\"items\": [1]}";
                    String said =
                            request.line().startsWith("GET ") || request.body().contains("poison") ? "200 OK" : status;
                    answering
                            .getOutputStream()
                            .write(("HTTP/1.1 " + said + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                                    .getBytes(StandardCharsets.UTF_8));
                })) {
            sql.execute("create table " + table + " (event text, kind text, at timestamptz)");
            TargetFile file = Targets.file(Targets.fullAt(server.uri()) + """
                        sandbox: {poison: {/note: poison}, unavailable_once: {/note: once}}
                        delivery:
                          retries: [2500ms, 100ms]
                          dead_letters: {list: {path: "/dead?id=${unique}", count: /items}}
                          handlers:
                            booking:
                              effects: select count(*) from %1$s where event = :unique and kind = 'effect' and at <= now()
                              attempts: select count(*) from %1$s where event = :unique and kind = 'attempt' and at <= now()
                            mail:
                              effects: select count(*) from %1$s where event = :unique and kind = 'mail' and at <= now()
                        %2$s
                    """.formatted(table, within));
            TestScenario scenario = new TestScenario(file, database);
            Calls calls = scenario.controlledBy(scenario.calls.prepare(scenario.operation("settled")), control);
            HandlerSteps steps = steps(file, scenario, calls);
            scenario.world.test(new Sandbox(scenario.calls, scenario.capabilities)
                    .call(scenario.operation("settled"), SandboxWord.POISON));
            try {
                steps.sentAndRetried(Between.NOTHING);
                then.accept(steps);
            } finally {
                sql.execute("drop table " + table);
            }
        }
    }

    private static void deliver(Statement sql, String table, String event, String later) {
        Matcher id = Pattern.compile("u[0-9a-f]{19}").matcher(event);
        if (!id.find()) {
            return;
        }
        List<String> rows = event.contains("poison")
                ? List.of("attempt 0 ms", "mail 400 ms", "attempt 2500 ms", "attempt 2600 ms")
                : List.of("attempt " + later, "effect " + later);
        for (String row : rows) {
            String[] words = row.split(" ", 2);
            try {
                sql.execute("insert into " + table + " values ('" + id.group() + "', '" + words[0]
                        + "', clock_timestamp() + interval '" + words[1] + "')");
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        }
    }

    private static void assertNotChecked(String handlers, String reason) {
        TargetFile file = Targets.file(POISONED.formatted(handlers));
        TestScenario scenario = new TestScenario(file);
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps(file, scenario, scenario.calls).aDeadLetter(scenario.operation("settled")))
                .withMessageStartingWith(reason);
    }

    private static HandlerSteps steps(String handlers) {
        TargetFile file = Targets.file(POISONED.formatted(handlers));
        TestScenario scenario = new TestScenario(file);
        scenario.world.begin(scenario.operation("settled"));
        return steps(file, scenario, scenario.calls);
    }

    private static HandlerSteps steps(TargetFile file, TestScenario scenario, Calls calls) {
        Sandbox sandbox = new Sandbox(scenario.calls, scenario.capabilities);
        DeadLetters letters = new DeadLetters(scenario.world, scenario.calls);
        Retries retries = new Retries(
                scenario.world,
                calls,
                file.contract(),
                sandbox,
                new TargetTime(file.contract(), scenario.capabilities, scenario.journal),
                scenario.effects,
                letters,
                MachineWatch.none());
        return new HandlerSteps(scenario.world, sandbox, retries, letters, scenario.checks);
    }
}
