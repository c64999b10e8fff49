package dev.samekey.variants;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

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
    @MethodSource("variants")
    void a_payment_is_taken_once_and_replayed(Variant variant) {
        try (Bench bench = Bench.of(variant::apply)) {
            Reply first = pay(bench);
            Reply again = pay(bench);
            assertThat(first.status()).isEqualTo(201);
            assertThat(again.status()).isEqualTo(201);
            assertThat(again.json()).isEqualTo(first.json());
            assertThat(first.marker()).isEqualTo("stored");
            assertThat(again.marker()).isEqualTo("replayed");
            assertThat(again.header("Location")).isEqualTo(first.header("Location"));
            variant.within().ifPresent(late -> Pause.of(Duration.ofSeconds(1)));
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

    static List<Variant> variants() {
        return Variants.all();
    }

    private static Reply pay(Bench bench) {
        return bench.alice().key(bench.key()).post("/payments", bench.payment());
    }
}
