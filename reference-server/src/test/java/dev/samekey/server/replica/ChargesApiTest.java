package dev.samekey.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.replica.Client.Reply;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ChargesApiTest {
    private static TestServer server;
    private static Client alice;

    private final String key = UUID.randomUUID().toString();
    private final String reference = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = TestServer.start("charges_api");
        alice = server.as("alice");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void a_customer_is_charged_once() {
        Reply first = charge();
        Reply again = server.elsewhere(alice).post("/charges", key, body(1000));

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.marker()).isEqualTo("replayed");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(alice.count("/charges?reference=" + reference)).isEqualTo(1);
        assertThat(List.of("charges", "ledger_entries", "provider_calls"))
                .allSatisfy(table -> assertThat(server.rows(table, reference)).isEqualTo(1));
        assertThat(alice.post("/charges", key, body(1001)).code()).isEqualTo("CONFLICT.idempotency.payload_mismatch");
    }

    @Test
    void a_reversal_takes_a_part_and_the_next_one_takes_what_is_left() {
        Reply charged = charge();
        String path = charged.header("Location") + "/reverse";
        Reply part = alice.post(path, key, reversal("\"amount\":300,"));
        Reply again = alice.post(path, key, reversal("\"amount\":300,"));
        Reply rest = alice.post(path, key + "2", reversal(""));

        assertThat(part.status()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(part.body());
        assertThat(rest.json().path("amount").asInt()).isEqualTo(700);
        assertThat(alice.get(rest.header("Location")).text("charge_id")).isEqualTo(charged.text("id"));
        assertThat(alice.get(charged.header("Location")).json().path("reversed").asInt())
                .isEqualTo(1000);
        assertThat(alice.post(path, key + "3", reversal("")).code()).isEqualTo("CONFLICT.reversal.exceeds_remaining");
        assertThat(alice.count("/reversals?reference=" + reference)).isEqualTo(2);
    }

    @Test
    void reversals_that_race_never_take_more_than_was_charged() {
        String path = charge().header("Location") + "/reverse";
        List<CompletableFuture<Reply>> racers = IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> alice.post(path, key + i, reversal("\"amount\":600,")), task -> new Thread(task).start()))
                .toList();
        List<Reply> replies = racers.stream().map(CompletableFuture::join).toList();

        assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(1);
        assertThat(replies)
                .filteredOn(reply -> reply.status() != 201)
                .extracting(Reply::code)
                .containsOnly("CONFLICT.reversal.exceeds_remaining");
    }

    @Test
    void a_declined_charge_is_an_outcome_and_replays() {
        String declined = body(1000).replace("c1", "sandbox:insufficient_funds");

        assertThat(alice.post("/charges", key, declined).status()).isEqualTo(422);
        assertThat(alice.post("/charges", key, declined).marker()).isEqualTo("replayed");
        assertThat(server.rows("charges", reference)).isZero();
    }

    private Reply charge() {
        return alice.post("/charges", key, body(1000));
    }

    private String body(int amount) {
        return """
                {"amount":%d,"currency":"EUR","customer":"c1","reference":"%s"}""".formatted(amount, reference);
    }

    private String reversal(String amount) {
        return """
                {%s"reference":"%s"}""".formatted(amount, reference);
    }
}
