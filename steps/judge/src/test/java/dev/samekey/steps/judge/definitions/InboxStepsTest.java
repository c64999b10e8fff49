package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.oracles.database.DatabaseOracle;
import dev.samekey.oracles.database.InboxOracle;
import dev.samekey.oracles.database.InboxTable;
import dev.samekey.steps.judge.expect.Conflicts;
import dev.samekey.steps.judge.words.InboxProperty;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InboxStepsTest {
    private final TestScenario scenario = new TestScenario(Targets.file(Targets.FULL));
    private final InboxSteps steps = steps(scenario);
    private final Call call = scenario.world.begin(scenario.operation("settled"));

    @Test
    void another_payload_under_a_known_id_must_be_acknowledged_or_refused() {
        scenario.sent(call, Purpose.OTHER_PAYLOAD, 500);
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.itsRow(InboxProperty.FLAGGED))
                .withMessageStartingWith(
                        "response to a settled with a known id and another payload: expected an acknowledgement, or 422");

        scenario.sent(call, Purpose.OTHER_PAYLOAD, 422);
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.itsRow(InboxProperty.FLAGGED))
                .withMessageStartingWith("inbox: the target file has no");
    }

    @Test
    void no_row_was_there_before_the_effect_unless_it_was_read() {
        scenario.sent(call, Purpose.FIRST, 200);

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.itsRow(InboxProperty.EARLIER_THAN_EFFECT))
                .withMessage("inbox rows of a settled before its effect: expected 1, got 0");
    }

    @Test
    void the_row_that_an_interrupted_delivery_has_left_is_not_known_over_a_broker() {
        Call published = scenario.world.test(call.with(call.request().published("events")));
        scenario.world.interrupt(published);

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(steps::isRead)
                .withMessageStartingWith("delivery.broker: ");
    }

    @Test
    void a_refusal_of_its_own_shows_in_a_listing_or_in_the_log(@TempDir Path folder) throws IOException {
        Path log = Files.writeString(folder.resolve("api.log"), "");
        AtomicReference<String> conflicts = new AtomicReference<>("[]");
        try (RawServer server = RawServer.doing((request, connection) -> connection
                .getOutputStream()
                .write(response("{\"items\": " + conflicts.get() + "}").getBytes(StandardCharsets.UTF_8)))) {
            TestScenario own = new TestScenario(Targets.file(Targets.fullAt(server.uri()) + """
                        delivery:
                          conflict:
                            refusal: {status: 409}
                            list: {path: "/conflicts?event=${unique}", count: /items}
                            log: {event_id: event, where: {/outcome: conflict}}
                    """), log);
            Call event = own.world.begin(own.operation("settled"));
            own.sent(event, Purpose.FIRST, 200);
            own.sent(event, Purpose.OTHER_PAYLOAD, 422);
            assertEnds(own, "response to a settled with a known id and another payload: expected 409, got 422");

            own.sent(event, Purpose.OTHER_PAYLOAD, 409);
            assertEnds(own, "listing of conflicts of a settled");

            conflicts.set("[1]");
            Files.writeString(log, "{\"event\": \"another\", \"outcome\": \"conflict\"}\n");
            assertEnds(own, "log of a settled with another payload");

            Files.writeString(
                    log,
                    "{\"event\": \"another\"}\n{\"event\": \"" + event.unique() + "\", \"outcome\": \"conflict\"}\n");
            steps(own).itsRow(InboxProperty.FLAGGED);
        }
    }

    @Test
    void a_refusal_by_a_code_of_which_nobody_says_where_it_stands_is_not_looked_at() {
        String code = "    delivery: {conflict: {refusal: {code: EVENT_CONFLICT}}}\n";
        TestScenario own = new TestScenario(Targets.file(Targets.FULL + code));
        Call event = own.world.begin(own.operation("settled"));
        own.sent(event, Purpose.OTHER_PAYLOAD, 409);
        Contract bare = YamlFile.of("bare.yaml", "{name: bare, key: {in: header, name: X-Key}}")
                .as(Contract.class);

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps(own, own.capabilities, bare).itsRow(InboxProperty.FLAGGED))
                .withMessageStartingWith("errors.code: ");
    }

    @Test
    void an_event_that_is_handled_after_its_response_has_its_row_when_effects_are_due() throws SQLException {
        String url = TestDatabase.url("public");
        String table = "i" + UUID.randomUUID().toString().replace("-", "");
        try (Connection connection = DriverManager.getConnection(url);
                Statement sql = connection.createStatement();
                DatabaseOracle database = new DatabaseOracle(url, null, null, Duration.ofSeconds(3))) {
            sql.execute("create table " + table + " (source text, id text, hash text, received timestamptz,"
                    + " processed timestamptz, result text)");
            InboxOracle inbox = database.inbox(
                    new InboxTable(table, "source", "id", "hash", "received", "processed", "result", null));
            String handled = "update " + table + " set processed = now() + interval '1 second', result = 'done'";

            assertThatNoException().isThrownBy(() -> arrived("600ms", sql, table, inbox, handled));
            TestScenario.assertEnds(Verdict.INCONCLUSIVE, () -> arrived("50ms", sql, table, inbox, handled));
            TestScenario.assertEnds(Verdict.BROKEN, () -> arrived("600ms", sql, table, inbox, "select 1"));
            sql.execute("drop table " + table);
        }
    }

    /**
     * @param within how long effects may take
     * @param later what the consumer does 150 ms after its response
     */
    private static void arrived(String within, Statement sql, String table, InboxOracle inbox, String later)
            throws SQLException {
        TestScenario own = new TestScenario(Targets.file(Targets.FULL + """
                    delivery: {id: {member: /id}}
                    effects: {list: {path: "/x?id=${unique}", count: ""}, within: %s}
                """.formatted(within)));
        Call event = own.world.begin(own.operation("settled"));
        own.sent(event, Purpose.FIRST, 202);
        sql.execute("insert into " + table + " values ('bank', '" + own.producer.id(event.delivery(), event.request())
                + "', '" + "ab".repeat(32) + "', now())");
        CompletableFuture<Boolean> handling = CompletableFuture.supplyAsync(
                () -> execute(sql, later), CompletableFuture.delayedExecutor(150, TimeUnit.MILLISECONDS));
        InboxSteps steps = steps(own, own.capabilities.with(InboxOracle.class, inbox));
        try {
            steps.isRead();
            steps.itsRow(InboxProperty.COMPLETE);
        } finally {
            handling.join();
        }
    }

    private static boolean execute(Statement sql, String statement) {
        try {
            return sql.execute(statement);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static String response(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body;
    }

    private static void assertEnds(TestScenario scenario, String message) {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps(scenario).itsRow(InboxProperty.FLAGGED))
                .withMessageStartingWith(message);
    }

    private static InboxSteps steps(TestScenario scenario) {
        return steps(scenario, scenario.capabilities);
    }

    private static InboxSteps steps(TestScenario scenario, Capabilities capabilities) {
        return steps(scenario, capabilities, Dialects.shipped("playbook"));
    }

    private static InboxSteps steps(TestScenario scenario, Capabilities capabilities, Contract contract) {
        return new InboxSteps(
                scenario.world,
                scenario.producer,
                capabilities,
                scenario.journal,
                scenario.checks,
                new Conflicts(
                        scenario.world,
                        scenario.calls,
                        scenario.producer,
                        capabilities,
                        scenario.journal,
                        scenario.checks,
                        contract),
                scenario.effects);
    }
}
