package dev.samekey.steps.judge.definitions;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class DeliveryStepsTest {
    private static final String STATED = """
                request: {method: POST, path: /events, body: {id: "${unique}", type: settled}}
                delivery: {earlier: {/type: pending}, state: {path: "/states/${unique}", at: /state}}
            """;

    private static final String WITHIN = """
                effects: {list: {path: "/states/${unique}", count: ""}, within: 400ms}
            """;

    private final Queue<Delivered> deliveries = new ConcurrentLinkedQueue<>();
    /** How long after its arrival an event is handled. */
    private Duration handledAfter = Duration.ZERO;

    /** @param at by {@link System#nanoTime} */
    private record Delivered(String event, long at) {}

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
    void a_consumer_that_handles_events_after_it_has_acknowledged_them_gets_the_time_that_effects_may_take()
            throws IOException {
        handledAfter = Duration.ofMillis(150);

        assertThatNoException().isThrownBy(() -> bothOrders(seen -> seen.contains("settled") ? "settled" : "pending"));
        assertEnds(Verdict.BROKEN, () -> bothOrders(seen -> seen.get(seen.size() - 1)));
    }

    @Test
    void a_state_that_is_the_same_only_later_is_late_and_not_wrong() {
        handledAfter = Duration.ofMillis(600);

        assertEnds(Verdict.INCONCLUSIVE, () -> bothOrders(seen -> seen.contains("settled") ? "settled" : "pending"));
    }

    /** @param state what the target says of a subject, by the types of its events in the order of their arrival */
    private void bothOrders(Function<List<String>, String> state) throws IOException {
        try (RawServer server = stateful(state)) {
            String plain = "    request: {method: POST, path: /events, body: {id: \"${unique}\"}}\n";
            TestScenario scenario = new TestScenario(Targets.file(
                    Targets.fullAt(server.uri()).replace(plain, STATED + (handledAfter.isZero() ? "" : WITHIN))));
            DeliverySteps steps = new DeliverySteps(
                    scenario.world,
                    scenario.calls,
                    scenario.producer,
                    scenario.capabilities,
                    scenario.journal,
                    scenario.checks,
                    scenario.effects);
            scenario.world.begin(scenario.operation("settled"));
            steps.inBothOrders();
            steps.endInTheSameState();
        }
    }

    private RawServer stateful(Function<List<String>, String> state) {
        return RawServer.doing((request, connection) -> {
            String subject = request.line().replaceAll("GET /states/(\\S+) .*", "$1");
            long now = System.nanoTime();
            deliveries.add(new Delivered(request.body(), now));
            List<String> types = deliveries.stream()
                    .filter(one -> one.event().contains(subject) && now - one.at() >= handledAfter.toNanos())
                    .map(one -> one.event().contains("settled") ? "settled" : "pending")
                    .toList();
            String body = types.isEmpty() ? "{}" : "{\"state\": \"" + state.apply(types) + "\"}";
            String head = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n";
            connection.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
        });
    }
}
