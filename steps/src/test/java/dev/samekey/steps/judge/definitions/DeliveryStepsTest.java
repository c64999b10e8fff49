package dev.samekey.steps.judge.definitions;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.steps.drive.http.RawServer;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class DeliveryStepsTest {
    private static final String STATED = """
                request: {method: POST, path: /events, body: {id: "${unique}", type: settled}}
                delivery: {earlier: {/type: pending}, state: {path: "/states/${unique}", at: /state}}
            """;

    private static final String PLAIN = "    request: {method: POST, path: /events, body: {id: \"${unique}\"}}\n";
    private static final String COUNTED =
            PLAIN + "    effects: {list: {path: \"/settlements?id=${unique}\", count: /items}}\n";

    @Test
    void a_consumer_that_knows_the_later_event_ends_in_its_state_in_both_orders() throws IOException {
        assertThatNoException().isThrownBy(() -> bothOrders(seen -> seen.contains("settled") ? "settled" : "pending"));
    }

    @Test
    void a_consumer_that_takes_the_last_arrival_for_the_state_is_broken() {
        assertEnds(Verdict.BROKEN, () -> bothOrders(seen -> seen.get(seen.size() - 1)));
    }

    @Test
    void an_event_that_changes_nothing_shows_nothing() {
        assertEnds(Verdict.INCONCLUSIVE, () -> bothOrders(seen -> "unchanged"));
    }

    @Test
    void an_event_that_is_handled_when_it_is_delivered_again_has_its_effect() throws IOException {
        assertThatNoException().isThrownBy(() -> failingOnce(false));
    }

    @Test
    void an_event_that_was_recorded_before_its_handling_failed_is_lost() {
        assertThatThrownBy(() -> failingOnce(true))
                .hasMessage("effects of a settled after 2 requests: expected 1, got 0");
    }

    @Test
    void a_consumer_that_acknowledges_what_it_cannot_handle_yet_is_not_judged_by_redelivery() throws IOException {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")) {
            TestScenario scenario = new TestScenario(Targets.file(Targets.fullAt(server.uri())));
            scenario.world.begin(scenario.operation("settled"));
            assertEnds(Verdict.NOT_APPLICABLE, steps(scenario)::deliveredAgain);
        }
    }

    /** @param recordsFirst whether the consumer knows the event when its handling has failed */
    private static void failingOnce(boolean recordsFirst) throws IOException {
        AtomicInteger deliveries = new AtomicInteger();
        AtomicInteger handled = new AtomicInteger();
        try (RawServer server = RawServer.doing((request, connection) -> {
            boolean isListing = request.line().startsWith("GET ");
            int delivery = isListing ? 0 : deliveries.incrementAndGet();
            if (delivery == 2 && !recordsFirst) {
                handled.incrementAndGet();
            }
            String body = handled.get() == 0 ? "{\"items\": []}" : "{\"items\": [1]}";
            String head = "HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n"
                    .formatted(delivery == 1 ? "503 Service Unavailable" : "200 OK", body.length());
            connection.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
        })) {
            TestScenario scenario =
                    new TestScenario(Targets.file(Targets.fullAt(server.uri()).replace(PLAIN, COUNTED)));
            scenario.world.begin(scenario.operation("settled"));
            steps(scenario).deliveredAgain();
            scenario.effects.check(
                    "effects of a settled after 2 requests", scenario.world.call(), scenario.world.senders(), 1);
        }
    }

    /** @param state what the target says of a subject, by the types of its events in the order of their arrival */
    private static void bothOrders(Function<List<String>, String> state) throws IOException {
        try (RawServer server = stateful(state)) {
            TestScenario scenario =
                    new TestScenario(Targets.file(Targets.fullAt(server.uri()).replace(PLAIN, STATED)));
            DeliverySteps steps = steps(scenario);
            scenario.world.begin(scenario.operation("settled"));
            steps.inBothOrders();
            steps.endInTheSameState();
        }
    }

    private static DeliverySteps steps(TestScenario scenario) {
        return new DeliverySteps(
                scenario.world,
                scenario.calls,
                scenario.producer,
                scenario.capabilities,
                scenario.journal,
                scenario.checks);
    }

    private static RawServer stateful(Function<List<String>, String> state) {
        RawServer[] server = new RawServer[1];
        server[0] = RawServer.doing((request, connection) -> {
            String subject = request.line().replaceAll("GET /states/(\\S+) .*", "$1");
            List<String> types = server[0].received().stream()
                    .map(RawServer.Received::body)
                    .filter(body -> body.contains(subject))
                    .map(body -> body.contains("settled") ? "settled" : "pending")
                    .toList();
            String body = types.isEmpty() ? "{}" : "{\"state\": \"" + state.apply(types) + "\"}";
            String head = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n";
            connection.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
        });
        return server[0];
    }
}
