package dev.samekey.steps.drive.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RaceTest {
    private final Wire wire = new Wire(Duration.ofSeconds(30));
    private final Race race = new Race(Duration.ofSeconds(30), wire);

    /** The requests that a race may send. */
    static Stream<Request> requests() {
        return WireTest.requests().filter(request -> !Set.of("GET", "HEAD").contains(request.method()));
    }

    @Test
    void twenty_requests_are_under_way_together() throws IOException {
        try (RawServer server = answeringTogether(20)) {
            Round round = race.run(times(20, post(), server.uri()), exchange -> {});

            assertThat(round.exchanges()).hasSize(20).allMatch(exchange -> exchange.answer() != null);
            assertThat(round.overlap()).isEqualTo(20);
            assertThat(server.requests()).isEqualTo(20);
            assertThat(server.received()).allMatch(received -> received.body().equals(post().body()));
            assertThat(wire.requests()).isEqualTo(20);
        }
    }

    @Test
    void different_payloads_and_keys_race_too() throws IOException {
        try (RawServer server = answeringTogether(20)) {
            List<Race.Entry> entries = IntStream.range(0, 20)
                    .mapToObj(i -> post().with("Idempotency-Key", "k-" + i % 2).withBody("{\"amount\": " + i % 5 + "}"))
                    .map(request -> new Race.Entry(request, server.uri()))
                    .toList();
            Round round = race.run(entries, exchange -> {});

            assertThat(round.overlap()).isEqualTo(20);
            assertThat(round.exchanges())
                    .extracting(Exchange::request)
                    .containsExactlyElementsOf(
                            entries.stream().map(Race.Entry::request).toList());
            assertThat(round.requests()).hasSize(10);
            assertThat(round.table().lines().skip(2).map(line -> line.replaceAll("\\s*(\\S+\\s+){3}(\\d+) .*", "$2")))
                    .contains("1", "10")
                    .doesNotContain("0", "11");
            assertThat(server.received())
                    .extracting(received -> received.header("Idempotency-Key") + received.body())
                    .containsExactlyInAnyOrderElementsOf(entries.stream()
                            .map(entry ->
                                    List.of(entry.request().headers().get(1).value())
                                            + entry.request().body())
                            .toList());
        }
    }

    @Test
    void requests_without_a_body_race_too() throws IOException {
        try (RawServer server = answeringTogether(20)) {
            Round round =
                    race.run(times(20, new Request("DELETE", "/x", List.of(), null), server.uri()), exchange -> {});

            assertThat(round.overlap()).isEqualTo(20);
            assertThat(server.requests()).isEqualTo(20);
        }
    }

    @Test
    void a_body_of_one_byte_races_too() throws IOException {
        try (RawServer server = answeringTogether(5)) {
            Round round = race.run(times(5, post().withBody("1"), server.uri()), exchange -> {});

            assertThat(round.overlap()).isEqualTo(5);
            assertThat(server.received()).allMatch(received -> received.body().equals("1"));
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void each_entry_is_on_the_wire_once_whatever_becomes_of_it(Request request) throws IOException {
        List<RawServer> servers = List.of(
                RawServer.closing(),
                RawServer.resetting(),
                RawServer.answering(RawServer.bare("503 Service Unavailable", "Retry-After: 0")),
                RawServer.answering(RawServer.bare("307 Elsewhere", "Location: /elsewhere")),
                RawServer.answering(RawServer.bare("308 Elsewhere", "Location: /elsewhere")),
                RawServer.answering(RawServer.bare("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\"")),
                RawServer.answering(RawServer.bare("407 Unauthorized")));
        for (RawServer server : servers) {
            try (server) {
                Round round = race.run(times(3, request, server.uri()), exchange -> {});

                assertThat(server.requests()).as("requests on the wire").isEqualTo(3);
                assertThat(server.received())
                        .allMatch(received -> received.line().equals(request.method() + " /payments HTTP/1.1"));
                assertThat(round.exchanges())
                        .allMatch(exchange -> (exchange.answer() == null) != (exchange.failure() == null));
            }
        }
        assertThat(wire.requests()).isEqualTo(3 * servers.size());
    }

    @Test
    void an_answer_that_asks_for_credentials_is_an_answer() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("401 Unauthorized"))) {
            Round round = race.run(times(2, post(), server.uri()), exchange -> {});

            assertThat(round.exchanges()).allMatch(exchange -> exchange.answer() != null);
        }
    }

    @Test
    void what_the_client_might_send_twice_does_not_race() throws IOException {
        try (RawServer server = RawServer.closing()) {
            Request get = new Request("GET", "/payments", List.of(), null);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> race.run(times(1, get, server.uri()), exchange -> {}))
                    .withMessage("a GET cannot race: it might be sent twice");
            assertThat(server.requests()).isZero();
        }
    }

    @Test
    void a_request_leaves_as_it_is() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            Request request = new Request(
                    "POST",
                    "/payments?a=1&a=2&s=a%20b",
                    List.of(
                            new Header("Content-Type", "application/json"),
                            new Header("Idempotency-Key", "k-1"),
                            new Header("Authorization", "Bearer t")),
                    "{\"a\": \"é\"}\n");
            race.run(times(1, request, server.uri()), exchange -> {});

            RawServer.Received received = server.received().get(0);
            assertThat(received.line()).isEqualTo("POST /payments?a=1&a=2&s=a%20b HTTP/1.1");
            assertThat(received.header("Content-Type")).containsExactly("application/json");
            assertThat(received.header("Idempotency-Key")).containsExactly("k-1");
            assertThat(received.header("Authorization")).containsExactly("Bearer t");
            assertThat(received.body()).isEqualTo("{\"a\": \"é\"}\n");
        }
    }

    @Test
    void an_entry_that_cannot_connect_does_not_hold_up_the_others() throws IOException {
        URI gone = Ports.nobody();
        try (RawServer server = answeringTogether(4)) {
            List<Race.Entry> entries = new ArrayList<>(times(4, post(), server.uri()));
            entries.add(0, new Race.Entry(post(), gone));
            Round round = race.run(entries, exchange -> {});

            assertThat(round.exchanges().get(0).answer()).isNull();
            assertThat(round.exchanges().get(0).failure()).contains("refused");
            assertThat(round.exchanges().subList(1, 5)).allMatch(exchange -> exchange.answer() != null);
        }
    }

    @Test
    void an_entry_that_gets_no_answer_ends_with_the_limit() throws IOException {
        try (RawServer silent = RawServer.silent();
                RawServer dripping = RawServer.dripping("HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n", "x")) {
            Race hasty = new Race(Duration.ofMillis(400), wire);
            List<Race.Entry> entries =
                    List.of(new Race.Entry(post(), silent.uri()), new Race.Entry(post(), dripping.uri()));

            assertThat(hasty.run(entries, exchange -> {}).exchanges())
                    .allMatch(exchange -> exchange.answer() == null && exchange.failure() != null);
        }
    }

    @Test
    void nobody_sees_a_last_byte_before_all_have_come_that_far() throws IOException {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        HeldBody one = new HeldBody("abc".getBytes(StandardCharsets.UTF_8));
        one.subscribe(new Noting(seen));

        assertThat(seen).containsExactly("ab");
        assertThat(one.ready()).isCompleted();

        one.release();
        assertThat(seen).containsExactly("ab", "c", "complete");
    }

    @Test
    void each_response_is_reported_as_it_arrives() throws IOException {
        List<Exchange> seen = Collections.synchronizedList(new ArrayList<>());
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            Round round = race.run(times(3, post(), server.uri()), seen::add);

            assertThat(seen).containsExactlyInAnyOrderElementsOf(round.exchanges());
        }
    }

    @Test
    void an_answer_comes_as_it_was_sent() throws IOException {
        try (RawServer server = RawServer.answering(
                "HTTP/1.1 200 OK\r\nX-Note: one\r\nX-Note: two\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n{ }\n")) {
            Answer answer = race.run(times(1, post(), server.uri()), exchange -> {})
                    .exchanges()
                    .get(0)
                    .reply()
                    .orElseThrow();

            assertThat(answer.body()).isEqualTo("{ }\n");
            assertThat(answer.headers())
                    .filteredOn(header -> header.name().equalsIgnoreCase("X-Note"))
                    .extracting(Header::value)
                    .containsExactly("one", "two");
        }
    }

    @Test
    void what_goes_wrong_at_the_release_is_reported() {
        HeldBody nothing = new HeldBody(new byte[0]);
        List<String> failures = new ArrayList<>();
        nothing.onRelease(
                () -> {
                    throw new IllegalStateException("not sent");
                },
                failure -> failures.add(String.valueOf(failure.getMessage())));

        nothing.release();

        assertThat(failures).singleElement().asString().contains("not sent");
    }

    @Test
    void an_error_of_who_hears_the_answers_is_thrown() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> race.run(times(2, post(), server.uri()), exchange -> {
                        throw new IllegalStateException("cannot count");
                    }))
                    .withMessage("cannot count");
        }
    }

    @Test
    void an_interrupted_race_has_no_result_and_leaves_nothing_under_way() throws Exception {
        Thread racing = Thread.currentThread();
        CountDownLatch left = new CountDownLatch(1);
        try (RawServer server = RawServer.doing((request, connection) -> {
            racing.interrupt();
            if (connection.getInputStream().read() < 0) {
                left.countDown();
            }
        })) {
            assertThatThrownBy(() -> race.run(times(1, post(), server.uri()), exchange -> {}))
                    .isInstanceOf(Interrupted.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(left.await(30, TimeUnit.SECONDS))
                    .as("the connection is closed")
                    .isTrue();
        }
    }

    private static Request post() {
        return new Request(
                "POST", "/payments", List.of(new Header("Content-Type", "application/json")), "{\"amount\": 1000}");
    }

    private static List<Race.Entry> times(int count, Request request, URI replica) {
        return Collections.nCopies(count, new Race.Entry(request, replica));
    }

    /** Answers nobody before so many whole requests are there. */
    private static RawServer answeringTogether(int count) {
        CyclicBarrier all = new CyclicBarrier(count);
        return RawServer.doing((request, connection) -> {
            try {
                all.await();
            } catch (BrokenBarrierException broken) {
                throw new IOException(broken);
            }
            connection.getOutputStream().write(RawServer.bare("200 OK").getBytes(StandardCharsets.UTF_8));
            connection.getOutputStream().flush();
        });
    }

    /** Takes a body as the client does: one piece at a time. */
    private record Noting(List<String> seen) implements Flow.Subscriber<ByteBuffer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(1);
            subscription.request(1);
        }

        @Override
        public void onNext(ByteBuffer bytes) {
            seen.add(StandardCharsets.UTF_8.decode(bytes).toString());
        }

        @Override
        public void onError(Throwable failure) {
            seen.add(failure.toString());
        }

        @Override
        public void onComplete() {
            seen.add("complete");
        }
    }
}
