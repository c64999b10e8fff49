package dev.samekey.variants;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.server.Bench;
import dev.samekey.server.Caller;
import dev.samekey.server.Caller.Reply;
import dev.samekey.server.sandbox.Pause;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantsTest {
    @Test
    void names_are_unique() {
        assertThat(variants()).extracting(Variant::name).doesNotHaveDuplicates().isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("replaying")
    void a_payment_is_taken_once_and_replayed(Variant variant) {
        try (Bench bench = Bench.of(variant::apply)) {
            Reply first = pay(bench);
            Reply again = pay(bench);
            assertThat(first.status()).isEqualTo(variant.name().equals("accepted-first") ? 202 : 201);
            assertThat(again.status()).isEqualTo(first.status());
            assertThat(again.json()).isEqualTo(first.json());
            assertThat(first.marker()).isEqualTo("stored");
            assertThat(again.marker()).isEqualTo("replayed");
            assertThat(again.header("Location")).isEqualTo(first.header("Location"));
            if (variant.states().contains("within")) {
                Pause.of(Duration.ofSeconds(1));
            }
            assertThat(bench.payments()).isEqualTo(1);
            assertThat(bench.alice()
                            .key(bench.key())
                            .post("/payments", bench.payment(1001))
                            .code())
                    .isEqualTo("CONFLICT.idempotency.payload_mismatch");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"keep-alive-1s", "chunked-answers", "idle-pool", "retry-after-date"})
    void duplicates_of_a_slow_request_are_told_something_true(String name) {
        try (Bench bench = Bench.of(variant(name)::apply)) {
            String slow = bench.payment().replace("p1", "sandbox:slow");
            Caller alice = bench.alice().key(bench.key());
            List<Reply> replies = Stream.generate(() -> CompletableFuture.supplyAsync(
                            () -> alice.post("/payments", slow), task -> new Thread(task).start()))
                    .limit(3)
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
            assertThat(replies).extracting(Reply::status).contains(201).allMatch(Set.of(201, 409, 425)::contains);
            assertThat(replies)
                    .filteredOn(reply -> reply.status() != 201)
                    .allMatch(reply -> reply.code().equals("CONFLICT.idempotency.in_progress"))
                    .noneMatch(reply -> reply.header("Retry-After").isEmpty());
            assertThat(bench.payments()).isEqualTo(1);
        }
    }

    @Test
    void a_loser_waits() {
        assertThat(losers("losers-wait")).containsOnly(201);
    }

    @Test
    void a_loser_comes_too_early() {
        assertThat(losers("losers-get-425")).containsOnly(201, 425);
    }

    @Test
    void a_listing_shows_a_payment_later() {
        try (Bench bench = Bench.of(variant("late-listings")::apply)) {
            Reply paid = pay(bench);
            assertThat(bench.payments()).isZero();
            assertThat(bench.alice()
                            .get("/payments/" + paid.json().path("id").asText())
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void what_is_accepted_is_booked_later() {
        try (Bench bench = Bench.of(variant("accepted-first")::apply)) {
            Reply accepted = pay(bench);
            assertThat(accepted.status()).isEqualTo(202);
            assertThat(status(bench, accepted)).isEqualTo("accepted");
            assertThat(booked(bench, bench.key())).isZero();
            Pause.of(Duration.ofSeconds(1));
            assertThat(status(bench, accepted)).isEqualTo("succeeded");
            assertThat(booked(bench, bench.key())).isEqualTo(1);
        }
    }

    @Test
    void what_a_server_had_accepted_when_it_ended_is_booked_by_the_next_one() {
        Variant accepting = variant("accepted-first");
        try (Bench first = Bench.of(accepting::apply)) {
            pay(first);
            Pause.of(Duration.ofSeconds(1));
            first.jdbi()
                    .useHandle(handle -> handle.execute(
                            "update ledger_entries set reference = 'accepted:' || reference where reference = ?",
                            first.key()));
            try (Bench next = Bench.of(accepting::apply)) {
                assertThat(booked(next, first.key())).isEqualTo(1);
            }
        }
    }

    @Test
    void a_repeat_is_refused() {
        try (Bench bench = Bench.of(variant("refused-repeats")::apply)) {
            assertThat(pay(bench).status()).isEqualTo(201);
            Reply again = pay(bench);
            assertThat(again.status()).isEqualTo(409);
            assertThat(again.code()).isEqualTo("CONFLICT.idempotency.key_replayed");
            assertThat(bench.payments()).isEqualTo(1);
        }
    }

    @Test
    void an_id_is_a_number_in_bodies_and_paths() {
        try (Bench bench = Bench.of(variant("numeric-ids")::apply)) {
            Reply paid = pay(bench);
            JsonNode id = paid.json().path("id");
            assertThat(id.isIntegralNumber()).isTrue();
            assertThat(paid.header("Location")).isEqualTo("/payments/" + id);
            assertThat(bench.alice().get("/payments/" + id).json().path("id")).isEqualTo(id);
            for (String asked :
                    List.of(bench.refund(id.toString(), 100), unquoted(bench.refund(id.toString(), 200), id))) {
                Reply refunded = bench.alice().key(UUID.randomUUID().toString()).post("/refunds", asked);
                assertThat(refunded.json().path("payment_id")).isEqualTo(id);
            }
        }
    }

    private static String unquoted(String body, JsonNode id) {
        return body.replace("\"" + id + "\"", id.toString());
    }

    private static String status(Bench bench, Reply payment) {
        return bench.alice()
                .get("/payments/" + payment.json().path("id").asText())
                .json()
                .path("status")
                .asText();
    }

    private static int booked(Bench bench, String reference) {
        return bench.jdbi()
                .withHandle(
                        handle -> handle.select("select count(*) from ledger_entries where reference = ?", reference)
                                .mapTo(Integer.class)
                                .one());
    }

    @Test
    void members_are_turned_round() {
        try (Bench bench = Bench.of(variant("reordered-members")::apply)) {
            assertThat(pay(bench).body()).isNotEqualTo(pay(bench).body());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "clean,            Content-Length: , true",
        "chunked-answers,  Transfer-Encoding: chunked, true",
        "chunked-answers,  Content-Length:, false",
        "header-case,      content-type: application/json, true",
        "header-case,      idempotency-status: stored, true",
        "connection-close, Connection: close, true",
        "extra-header,     X-Request-Id: , true",
    })
    void what_goes_over_the_wire_differs(String name, String line, boolean there) throws IOException {
        try (Bench bench = Bench.of(variant(name)::apply)) {
            assertThat(raw(bench).contains("\r\n" + line)).isEqualTo(there);
        }
    }

    @Test
    void the_date_is_sent_once_and_is_another() throws IOException {
        try (Bench bench = Bench.of(variant("changed-date")::apply)) {
            assertThat(raw(bench).split("\r\nDate: ")).hasSize(2);
        }
    }

    @Test
    void two_keys_are_a_key_of_their_own() throws IOException {
        try (Bench bench = Bench.of(variant("joined-keys")::apply)) {
            String both = raw(bench, "Idempotency-Key: k-2");
            assertThat(both).startsWith("HTTP/1.1 201").contains("Idempotency-Status: stored");
            assertThat(raw(bench)).startsWith("HTTP/1.1 201").contains("Idempotency-Status: stored");
            assertThat(raw(bench, "Idempotency-Key: k-2")).contains("Idempotency-Status: replayed");
        }
    }

    @Test
    void every_answer_has_the_same_members() {
        try (Bench bench = Bench.of(variant("constant-members")::apply)) {
            assertThat(pay(bench).json().path("served_by").asText()).isEqualTo("Shop No 17");
            assertThat(bench.alice()
                            .post("/payments", "{}")
                            .json()
                            .path("served_by")
                            .asText())
                    .isEqualTo("Shop No 17");
        }
    }

    @Test
    void a_problem_says_more() {
        try (Bench bench = Bench.of(variant("problem-with-extra-members")::apply)) {
            assertThat(bench.alice().post("/payments", "{}").json().has("trace_id"))
                    .isTrue();
        }
    }

    @Test
    void a_connection_is_closed_in_silence() throws IOException {
        try (Bench bench = Bench.of(variant("keep-alive-1s")::apply);
                Socket silent = connect(bench)) {
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void clocks_differ_between_replicas() {
        try (Bench first = Bench.of(variant("skewed-clocks")::apply)) {
            assertThat(first.parts().base().clock().instant())
                    .isEqualTo(first.clock().instant());
        }
    }

    private static List<Integer> losers(String name) {
        try (Bench bench = Bench.of(variant(name)::apply)) {
            String slow = bench.payment().replace("p1", "sandbox:slow");
            Caller alice = bench.alice().key(bench.key());
            CompletableFuture<Reply> other = new CompletableFuture<>();
            other.completeAsync(() -> alice.post("/payments", slow));
            return List.of(alice.post("/payments", slow).status(), other.join().status());
        }
    }

    private static Variant variant(String name) {
        return Stream.concat(variants().stream(), Stream.of(new Variant("clean", "As it is.", parts -> parts)))
                .filter(variant -> variant.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** An answer as it comes, with all its headers. */
    private static String raw(Bench bench, String... more) throws IOException {
        try (Socket socket = connect(bench)) {
            String body = bench.payment();
            String request = String.join(
                    "\r\n",
                    "POST /payments HTTP/1.1",
                    "Host: localhost",
                    "Authorization: Bearer alice-token",
                    Stream.concat(Stream.of("Idempotency-Key: " + bench.key()), Stream.of(more))
                            .collect(joining("\r\n")),
                    "Content-Length: " + body.length(),
                    "",
                    body);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            byte[] answer = new byte[4096];
            int length = socket.getInputStream().read(answer);
            return new String(answer, 0, length, StandardCharsets.US_ASCII);
        }
    }

    private static Socket connect(Bench bench) throws IOException {
        URI url = URI.create(bench.server().urls().get(0));
        Socket socket = new Socket(url.getHost(), url.getPort());
        socket.setSoTimeout(10_000);
        return socket;
    }

    /** Those whose contract lets a repeat have the first response. */
    static List<Variant> replaying() {
        return variants().stream()
                .filter(variant -> !variant.name().equals("refused-repeats"))
                .toList();
    }

    static List<Variant> variants() {
        return Variants.all();
    }

    private static Reply pay(Bench bench) {
        return bench.alice().key(bench.key()).post("/payments", bench.payment());
    }
}
