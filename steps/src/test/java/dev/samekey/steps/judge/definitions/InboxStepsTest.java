package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.http.RawServer;
import dev.samekey.steps.judge.expect.Conflicts;
import dev.samekey.steps.judge.words.InboxProperty;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
        return new InboxSteps(
                scenario.world,
                scenario.producer,
                scenario.capabilities,
                scenario.journal,
                scenario.checks,
                new Conflicts(
                        scenario.world,
                        scenario.calls,
                        scenario.producer,
                        scenario.capabilities,
                        scenario.journal,
                        scenario.checks,
                        Dialects.shipped("playbook")));
    }
}
