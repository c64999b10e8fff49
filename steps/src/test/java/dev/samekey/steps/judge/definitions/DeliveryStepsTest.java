package dev.samekey.steps.judge.definitions;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.RawServer;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class DeliveryStepsTest {
    private static final String STATED = """
                request: {method: POST, path: /events, body: {id: "${unique}", type: settled}}
                delivery: {earlier: {/type: pending}, state: {path: "/states/${unique}", at: /state}}
            """;

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

    /** @param state what the target says of a subject, by the types of its events in the order of their arrival */
    private static void bothOrders(Function<List<String>, String> state) throws IOException {
        try (RawServer server = stateful(state)) {
            String plain = "    request: {method: POST, path: /events, body: {id: \"${unique}\"}}\n";
            TestScenario scenario =
                    new TestScenario(Targets.file(Targets.fullAt(server.uri()).replace(plain, STATED)));
            DeliverySteps steps = new DeliverySteps(
                    scenario.world,
                    scenario.calls,
                    scenario.producer,
                    scenario.capabilities,
                    scenario.journal,
                    scenario.checks);
            scenario.world.begin(scenario.operation("settled"));
            steps.inBothOrders();
            steps.endInTheSameState();
        }
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
