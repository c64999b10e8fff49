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

class BookingsApiTest {
    private static TestServer server;
    private static Client alice;

    private final String key = UUID.randomUUID().toString();
    private final String reference = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = TestServer.start("bookings_api");
        alice = server.as("alice");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void a_booking_takes_one_berth_one_deposit_and_one_confirmation_however_often_it_is_asked_for() {
        String cabin = cabin(2);
        Reply first = alice.post("/bookings", key, booking(cabin));
        Reply again = server.elsewhere(alice).post("/bookings", key, booking(cabin));

        assertThat(first.status()).isEqualTo(201);
        assertThat(again.marker()).isEqualTo("replayed");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(free(cabin)).isEqualTo(1);
        assertThat(alice.get("/confirmations/" + first.text("confirmation")).text("booking_id"))
                .isEqualTo(first.text("id"));
        assertThat(List.of("bookings", "confirmations", "ledger_entries", "provider_calls"))
                .allSatisfy(table -> assertThat(server.rows(table, reference)).isEqualTo(1));
    }

    @Test
    void the_last_berth_is_taken_once_and_others_are_told_that_the_cabin_is_full() {
        String cabin = cabin(1);
        List<CompletableFuture<Reply>> guests = IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> alice.post("/bookings", key + i, booking(cabin)), task -> new Thread(task).start()))
                .toList();
        List<Reply> replies = guests.stream().map(CompletableFuture::join).toList();

        assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(1);
        assertThat(replies)
                .filteredOn(reply -> reply.status() != 201)
                .extracting(Reply::code)
                .containsOnly("CONFLICT.cabin.full");
        assertThat(free(cabin)).isZero();
    }

    @Test
    void a_cancellation_gives_the_berth_back_once_and_the_booking_still_replays() {
        String cabin = cabin(1);
        Reply booked = alice.post("/bookings", key, booking(cabin));
        String path = booked.header("Location") + "/cancel";
        Reply first = alice.post(path, key, cancellation());
        Reply again = alice.post(path, key, cancellation());

        assertThat(first.status()).isEqualTo(201);
        assertThat(alice.get(first.header("Location")).text("booking_id")).isEqualTo(booked.text("id"));
        assertThat(again.marker()).isEqualTo("replayed");
        assertThat(alice.post(path, key + "2", cancellation()).code()).isEqualTo("CONFLICT.booking.cancelled");
        assertThat(free(cabin)).isEqualTo(1);
        assertThat(alice.count("/booking-cancellations?reference=" + reference)).isEqualTo(1);
        assertThat(alice.post("/bookings", key, booking(cabin)).body()).isEqualTo(booked.body());
        assertThat(alice.get(booked.header("Location")).text("status")).isEqualTo("cancelled");
    }

    @Test
    void nobody_books_what_is_not_there_or_another_guest_under_the_same_key() {
        String cabin = cabin(5);
        alice.post("/bookings", key, booking(cabin));

        assertThat(alice.post("/bookings", key, booking(cabin).replace("Gus", "Ida"))
                        .code())
                .isEqualTo("CONFLICT.idempotency.payload_mismatch");
        assertThat(alice.post("/bookings", key + "2", booking("no-id")).code()).isEqualTo("NOT_FOUND.cabin");
        assertThat(server.as("bob").post("/bookings", key, booking(cabin)).code())
                .isEqualTo("NOT_FOUND.cabin");
    }

    private String cabin(int berths) {
        return alice.post("/cabins", key, """
                        {"name":"Fore","berths":%d,"reference":"%s"}""".formatted(berths, reference)).text("id");
    }

    private static int free(String cabin) {
        return alice.get("/cabins/" + cabin).json().path("free").asInt();
    }

    private String booking(String cabinId) {
        return """
                {"cabin_id":"%s","guest":"Gus","deposit":900,"currency":"EUR","reference":"%s"}""".formatted(cabinId, reference);
    }

    private String cancellation() {
        return "{\"reference\":\"" + reference + "\"}";
    }
}
