package dev.samekey.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.control.AdjustableClock;
import dev.samekey.server.replica.Client.Reply;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ConsumerApiTest {
    private static final AdjustableClock CLOCK = new AdjustableClock(Clock.systemUTC());
    private static TestServer server;
    private static Client alice;
    private static String partner = "";

    private final String id = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = TestServer.start("consumer_api", CLOCK, UnaryOperator.identity());
        alice = server.as("alice");
        partner = alice.post("/partners", "p", "{\"name\":\"Ann\",\"email\":\"a@example.org\",\"reference\":\"p\"}")
                .text("id");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void each_handler_acts_once_however_often_the_event_comes() {
        assertThat(deliver("shop", "fine", "completed").text("result")).isEqualTo("processed");
        assertThat(deliver("shop", "fine", "completed").text("result")).isEqualTo("duplicate");
        assertThat(acted()).isEqualTo("1 commission, 1 counted");
    }

    @Test
    void the_same_id_of_another_source_is_another_event() {
        deliver("shop", "fine", "completed");
        assertThat(deliver("other-shop", "fine", "completed").text("result")).isEqualTo("processed");
        assertThat(acted()).isEqualTo("2 commission, 2 counted");
    }

    @Test
    void another_payload_under_a_known_id_is_flagged_and_not_processed() {
        deliver("shop", "fine", "completed");
        Reply other = deliver("shop", "another", "completed");
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("CONFLICT.event.payload_mismatch");
        assertThat(inbox("flagged_at is not null")).isEqualTo(1);
        assertThat(acted()).isEqualTo("1 commission, 1 counted");
    }

    @Test
    void a_late_event_does_not_take_its_subject_back() {
        deliver("shop", "fine", "completed");
        event("shop", id + "-before", "fine", "placed");
        Reply orders = alice.get("/shop-orders?reference=" + id);
        assertThat(orders.json().at("/items/0/status").asText()).isEqualTo("completed");
        assertThat(orders.json().path("items")).hasSize(1);
    }

    @Test
    void a_handler_that_fails_is_tried_again_later_and_the_other_one_has_acted_meanwhile() {
        assertThat(deliver("shop", "sandbox:commission:fails_4", "completed").text("result"))
                .isEqualTo("accepted");
        assertThat(acted()).isEqualTo("0 commission, 1 counted");
        List<Duration> delays = List.of(Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(5));
        for (int failed = 1; failed <= delays.size(); failed++) {
            int before = failed;
            await(() -> attempts() >= before);
            CLOCK.advance(delays.get(failed - 1));
        }
        await(() -> attempts() == 4);
        // The next one is due in half a minute, and a repeated delivery is none.
        assertThat(deliver("shop", "sandbox:commission:fails_4", "completed").text("result"))
                .isEqualTo("accepted");
        assertThat(attempts()).isEqualTo(4);
        CLOCK.advance(Duration.ofSeconds(30));
        await(() -> attempts() == 5);
        assertThat(acted()).isEqualTo("1 commission, 1 counted");
        assertThat(inbox("result = 'processed'")).isEqualTo(1);
    }

    @Test
    void what_never_works_is_a_dead_letter_that_can_be_redriven() {
        deliver("shop", "sandbox:commission:fails_5", "completed");
        for (int attempt = 1; attempt <= 4; attempt++) {
            int before = attempt;
            await(() -> attempts() >= before);
            CLOCK.advance(Duration.ofSeconds(30));
        }
        await(() -> letters().json().path("items").size() == 1);
        var letter = letters().json().at("/items/0");
        assertThat(letter.path("attempts").asInt()).isEqualTo(5);
        assertThat(letter.path("handler").asText()).isEqualTo("commission");
        assertThat(letter.at("/payload/data/reference").asText()).isEqualTo(id);
        assertThat(inbox("result = 'dead_lettered'")).isEqualTo(1);
        assertThat(acted()).isEqualTo("0 commission, 1 counted");

        String redrive = "/dead-letters/" + letter.path("id").asText() + "/redrive";
        assertThat(alice.post(redrive, null, "").status()).isEqualTo(200);
        assertThat(alice.post(redrive, null, "").status()).isEqualTo(200);
        await(() -> acted().equals("1 commission, 1 counted"));
        assertThat(inbox("result = 'processed'")).isEqualTo(1);
    }

    @Test
    void others_are_told_once_of_a_commission_that_an_event_earned() {
        deliver("shop", "fine", "completed");
        deliver("shop", "fine", "completed");
        assertThat(server.told("kind = 'commission.paid' and position('" + id + "' in body) > 0"))
                .isEqualTo(1);
    }

    @Test
    void an_event_whose_replica_died_is_found_by_another() {
        server.jdbi().useTransaction(tx -> {
            tx.execute("""
                    insert into inbox (source, event_id, type, payload_hash, payload, received_at)
                    values ('shop', ?, 'order.completed', 'h', ?, now())""", id, body(id, "fine", "completed"));
            tx.execute("""
                    insert into inbox_handlings (source, event_id, handler, next_attempt_at)
                    values ('shop', ?, 'commission', ?)""", id, CLOCK.instant().plusSeconds(10));
        });
        CLOCK.advance(Duration.ofSeconds(11));
        await(() -> acted().equals("1 commission, 0 counted"));
    }

    @Test
    void an_event_that_was_handled_before_handlers_were_told_apart_is_a_duplicate() {
        deliver("shop", "fine", "completed");
        server.jdbi().useHandle(handle -> handle.execute("delete from inbox_handlings where event_id = ?", id));
        assertThat(deliver("shop", "fine", "completed").text("result")).isEqualTo("duplicate");
        assertThat(acted()).isEqualTo("1 commission, 1 counted");
    }

    @Test
    void strangers_see_no_dead_letters() {
        assertThat(Client.of(alice.url(), "eve").get("/dead-letters?event_id=e").status())
                .isEqualTo(401);
        assertThat(alice.post("/dead-letters/nonsense/redrive", null, "").status())
                .isEqualTo(404);
    }

    private Reply deliver(String source, String note, String status) {
        return event(source, id, note, status);
    }

    private Reply event(String source, String eventId, String note, String status) {
        return alice.post("/webhooks/" + source, null, body(eventId, note, status));
    }

    private String body(String eventId, String note, String status) {
        return """
                {"id":"%s","type":"order.%s","data":{"partner_id":"%s","amount":100,"currency":"EUR",
                 "reference":"%s","note":"%s"}}""".formatted(eventId, status, partner, id, note);
    }

    private Reply letters() {
        return alice.get("/dead-letters?event_id=" + id);
    }

    private String acted() {
        return server.rows("commissions", id) + " commission, " + server.rows("event_counts", id) + " counted";
    }

    private int attempts() {
        return server.jdbi()
                .withHandle(handle -> handle.select(
                                "select attempts from inbox_handlings where event_id = ? and handler = 'commission'",
                                id)
                        .mapTo(Integer.class)
                        .one());
    }

    private int inbox(String condition) {
        return server.jdbi()
                .withHandle(
                        handle -> handle.select("select count(*) from inbox where event_id = ? and " + condition, id)
                                .mapTo(Integer.class)
                                .one());
    }

    private static void await(BooleanSupplier condition) {
        long limit = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited 10 s for the schedule").isLessThan(limit);
            try {
                Thread.sleep(20);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }
}
