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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consumers that refuse an event which they cannot handle yet, or do not (EVT-7). */
class RedeliveredEventsTest {
    private static final String EVENT = """
              settled:
                role: event
                request: {method: POST, path: /events, body: {id: "${unique}", note: well}}
                sandbox: {unavailable_once: {/note: fail}}
                effects: {list: {path: "/settlements?id=${unique}", count: /items}}
            """;
    private static final Pattern ID = Pattern.compile("u[0-9a-f]{19}");

    private final Path out;

    RedeliveredEventsTest(@TempDir Path out) {
        this.out = out;
    }

    private enum Consumer {
        RECORDS_WHAT_IT_HAS_HANDLED,
        RECORDS_BEFORE_IT_HANDLES,
        ACKNOWLEDGES_AT_ONCE
    }

    @Test
    void an_event_that_is_known_by_the_id_of_its_delivery_alone_is_handled_twice() throws IOException {
        assertThat(deliveredAgain("\"event\":\"(u[0-9a-f]{19})\"")).isEqualTo(Verdict.HELD);
        assertThat(deliveredAgain("\"delivery\":\"(d-[0-9a-f-]{36})\"")).isEqualTo(Verdict.BROKEN);
    }

    /** @param identity what a consumer knows an event by */
    private Verdict deliveredAgain(String identity) throws IOException {
        Map<String, String> handled = new ConcurrentHashMap<>();
        Pattern known = Pattern.compile(identity);
        try (RawServer server = RawServer.doing((request, connection) -> {
            Matcher id = ID.matcher(request.line() + request.body());
            String event = id.find() ? id.group() : "";
            Matcher by = known.matcher(request.body());
            if (by.find()) {
                handled.put(by.group(1), event);
            }
            long effects = handled.values().stream().filter(event::equals).count();
            String body = "{\"count\": " + effects + "}";
            connection
                    .getOutputStream()
                    .write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                                    + "\r\n\r\n" + body)
                            .getBytes(StandardCharsets.UTF_8));
        })) {
            String event = """
                    operations:
                      transfer:
                        role: event
                        request: {method: POST, path: /hooks, body: {event: "${unique}"}}
                        delivery: {id: {member: /event}, attempt: {member: /delivery}}
                        effects: {list: {path: "/handled?event=${unique}", count: /count}}
                    writes: allowed
                    """;
            String target =
                    Targets.BARE.replace("http://127.0.0.1:1", server.uri().toString());
            return new ContractRun(
                            Targets.file(target.replaceAll("(?s)operations:.*", "") + event),
                            Choice.of(Set.of("EVT-1")),
                            out)
                    .run(unused -> {}).scenarios().stream()
                            .filter(result -> result.verdict() != Verdict.NOT_CHECKED)
                            .map(ScenarioResult::verdict)
                            .reduce(Verdict.HELD, (one, other) -> other == Verdict.HELD ? one : other);
        }
    }

    @Test
    void an_event_that_is_handled_when_it_is_delivered_again_has_its_effect() throws IOException {
        assertThat(judged(Consumer.RECORDS_WHAT_IT_HAS_HANDLED)).isEqualTo(Verdict.HELD);
    }

    @Test
    void an_event_that_was_recorded_before_its_handling_failed_is_lost() throws IOException {
        assertThat(judged(Consumer.RECORDS_BEFORE_IT_HANDLES)).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void a_consumer_that_acknowledges_at_once_is_not_judged_by_redelivery() throws IOException {
        assertThat(judged(Consumer.ACKNOWLEDGES_AT_ONCE)).isEqualTo(Verdict.NOT_APPLICABLE);
    }

    private Verdict judged(Consumer consumer) throws IOException {
        Map<String, Integer> deliveries = new ConcurrentHashMap<>();
        Set<String> handled = ConcurrentHashMap.newKeySet();
        try (RawServer server = RawServer.doing((request, connection) -> {
            boolean isListing = request.line().startsWith("GET ");
            Matcher id = ID.matcher(isListing ? request.line() : request.body());
            String event = id.find() ? id.group() : "";
            boolean fails = false;
            if (!isListing) {
                int delivery = deliveries.merge(event, 1, Integer::sum);
                fails = delivery == 1 && request.body().contains("fail") && consumer != Consumer.ACKNOWLEDGES_AT_ONCE;
                boolean isKnown = delivery > 1 && consumer == Consumer.RECORDS_BEFORE_IT_HANDLES;
                if (!fails && !isKnown) {
                    handled.add(event);
                }
            }
            String body = handled.contains(event) ? "{\"items\": [1]}" : "{\"items\": []}";
            String head = "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                    .formatted(fails ? "503 Service Unavailable" : "200 OK", body.length());
            connection.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
        })) {
            String target =
                    Targets.BARE.replace("http://127.0.0.1:1", server.uri().toString()) + EVENT;
            List<ScenarioResult> results = new ContractRun(
                            Targets.file(target + "writes: allowed\n"), Choice.of(Set.of("EVT-7")), out)
                    .run(unused -> {})
                    .scenarios();
            return results.stream()
                    .filter(result -> result.name().contains("delivered again"))
                    .map(ScenarioResult::verdict)
                    .findFirst()
                    .orElseThrow();
        }
    }
}
