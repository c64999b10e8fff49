package dev.samekey.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.control.AdjustableClock;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OutboxApiTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final long A_WHILE = 600;

    private final AdjustableClock clock = new AdjustableClock(Clock.systemUTC());
    private final String key = UUID.randomUUID().toString();

    @Test
    void an_event_tells_of_a_payment_and_a_replay_tells_nothing() {
        try (Sink sink = Sink.answering(200);
                TestServer server = telling("outbox_event", sink)) {
            Client alice = server.as("alice");
            alice.post("/payments", key, payment("p1"));
            assertThat(sink.next().body()).contains("\"type\":\"payment.created\"", key);
            alice.post("/payments", key, payment("p1"));
            assertThat(sink.next(A_WHILE).id()).isEqualTo("nothing");
        }
    }

    @Test
    void what_is_not_acknowledged_is_delivered_again_later_under_the_same_id() {
        try (Sink sink = Sink.answering(503, 500, 200);
                TestServer server = telling("outbox_again", sink)) {
            server.as("alice").post("/payments", key, payment("p1"));
            Sink.Arrival first = sink.next();
            assertThat(sink.next()).isEqualTo(first);
            assertThat(sink.next(A_WHILE).id()).isEqualTo("nothing");
            clock.advance(Duration.ofSeconds(2));
            assertThat(sink.next()).isEqualTo(first);
            clock.advance(Duration.ofHours(1));
            assertThat(sink.next(A_WHILE).id()).isEqualTo("nothing");
            assertThat(server.told("attempts = 3 and acknowledged_at is not null"))
                    .isEqualTo(1);
        }
    }

    @Test
    void what_is_rolled_back_is_not_told() {
        try (Sink sink = Sink.answering(200);
                TestServer server = telling("outbox_rollback", sink)) {
            server.as("alice").post("/payments", key, payment("sandbox:fails_after_effect"));
            assertThat(sink.next(A_WHILE).id()).isEqualTo("nothing");
            assertThat(server.told("true")).isZero();
        }
    }

    @Test
    void a_guest_gets_a_mail_and_others_hear_of_the_booking() {
        try (Sink events = Sink.answering(200);
                Sink mail = Sink.answering(200);
                TestServer server = TestServer.telling(
                        "outbox_mail", clock, Map.of("events", events.url(), "mail", mail.url()), SECRET)) {
            Client alice = server.as("alice");
            String cabin = alice.post(
                            "/cabins", key + "-cabin", "{\"name\":\"Lighthouse\",\"berths\":2,\"reference\":\"c\"}")
                    .json()
                    .path("id")
                    .asText();
            alice.post("/bookings", key, """
                    {"cabin_id":"%s","guest":"g1","deposit":5000,"currency":"EUR","reference":"%s"}""".formatted(cabin, key));
            assertThat(mail.next().body()).contains("\"message_id\"", "\"to\":\"g1\"", key);
            assertThat(events.next().body()).contains("\"type\":\"booking.created\"", key);
        }
    }

    @Test
    void where_nobody_is_there_to_be_told_event_and_receipt_are_kept() {
        try (TestServer server = TestServer.start("outbox_kept")) {
            server.as("alice").post("/payments", key, payment("p1"));
            assertThat(server.told("acknowledged_at is null and attempts = 0")).isEqualTo(2);
        }
    }

    private TestServer telling(String schema, Sink sink) {
        return TestServer.telling(schema, clock, Map.of("events", sink.url()), SECRET);
    }

    private String payment(String payer) {
        return """
                {"amount":1000,"currency":"EUR","payer":"%s","payee":"m1","reference":"%s"}""".formatted(payer, key);
    }
}
