package dev.samekey.steps.judge.act;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class DeadLettersTest {
    private static final String LISTED = """
                delivery:
                  dead_letters:
                    list: {path: "/dead?event=${unique}", count: /items}
                    id: /items/0/id
                    payload: /items/0/event
                    redrive: {method: POST, path: "/dead/${letter.id}/again"}
            """;

    @Test
    void a_dead_letter_is_listed_with_its_payload_and_redriven_by_its_id() throws IOException {
        try (RawServer server = listing("{\"items\": [{\"id\": \"d-1\", \"event\": \"{\\\"id\\\": 1}\"}]}")) {
            with(server, LISTED, (letters, call) -> {
                assertThat(letters.has(call)).isTrue();
                assertThat(letters.payload(call, letters.listed(call))).isEqualTo(DeadLetters.json("{\"id\": 1}"));
                letters.redrive(call);
                assertThat(server.received())
                        .last()
                        .extracting(RawServer.Received::line)
                        .asString()
                        .startsWith("POST /dead/d-1/again ");
            });
        }
    }

    @Test
    void an_empty_listing_has_none() throws IOException {
        try (RawServer server = listing("{\"items\": []}")) {
            with(
                    server,
                    LISTED,
                    (letters, call) -> assertThat(letters.has(call)).isFalse());
        }
    }

    @Test
    void where_nobody_can_look_there_is_none_to_be_seen() throws IOException {
        try (RawServer server = listing("{}")) {
            with(server, "    delivery: {form: plain}\n", (letters, call) -> {
                assertThat(letters.has(call)).isFalse();
                assertThatExceptionOfType(Judgement.class)
                        .isThrownBy(() -> letters.listed(call))
                        .withMessageStartingWith("delivery.dead_letters: ");
            });
        }
    }

    private static void with(RawServer server, String delivery, BiConsumer<DeadLetters, Call> test) {
        TestScenario scenario = new TestScenario(Targets.file(Targets.fullAt(server.uri()) + delivery));
        Call call = scenario.world.begin(scenario.operation("settled"));
        scenario.sent(call, Purpose.FIRST, 200);
        test.accept(new DeadLetters(scenario.world, scenario.calls), call);
    }

    private static RawServer listing(String body) {
        return RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }
}
