package dev.samekey.steps.drive.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.fault.Fault;
import dev.samekey.steps.drive.fault.FaultProxy;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireTest {
    private final Wire wire = new Wire(Duration.ofSeconds(30));

    static Stream<Request> requests() {
        return Stream.of(
                request("POST", "{\"amount\": 1000}"),
                request("POST", null),
                request("PUT", "{\"amount\": 1000}"),
                request("PUT", null),
                request("PATCH", "{\"amount\": 1000}"),
                request("DELETE", "{\"reason\": \"x\"}"),
                request("DELETE", null),
                request("GET", "{\"page\": 2}"),
                request("GET", null),
                request("HEAD", null),
                request("OPTIONS", null));
    }

    private static Request request(String method, @Nullable String body) {
        return new Request(method, "/payments", List.of(new Header("Content-Type", "application/json")), body);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void an_answered_request_was_on_the_wire_once(Request request) throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("201 Created"))) {
            assertThat(wire.send(request, server.uri()).reply().map(Answer::status))
                    .contains(201);
            assertSentOnce(server, request);
        }
    }

    @Test
    void what_hangs_does_not_count_for_how_long_a_response_usually_takes() throws IOException {
        Wire impatient = new Wire(Duration.ofSeconds(1));
        try (RawServer server = RawServer.answering(RawServer.bare("201 Created"));
                RawServer silent = RawServer.silent()) {
            impatient.send(request("GET", null), server.uri());
            impatient.send(request("GET", null), silent.uri());
            impatient.send(request("GET", null), silent.uri());
        }
        assertThat(impatient.usual()).isPositive().isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void many_slow_responses_in_a_row_do_not_make_a_quick_one_slow() {
        for (int i = 1; i <= 100; i++) {
            long took = Duration.ofMillis(i <= 40 ? 10 : 1_500).toNanos();
            Answer answer = new Answer(201, List.of(), "");
            wire.tell(new Exchange(request("GET", null), URI.create("/"), answer, null, Instant.EPOCH, 0, took));
        }
        assertThat(wire.usual()).hasMillis(1_500);
        assertThat(wire.quick()).hasMillis(10);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void a_request_whose_connection_is_closed_was_on_the_wire_once(Request request) throws IOException {
        try (RawServer server = RawServer.closing()) {
            assertUnanswered(wire.send(request, server.uri()));
            assertSentOnce(server, request);
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void a_request_whose_connection_is_reset_was_on_the_wire_once(Request request) throws IOException {
        try (RawServer server = RawServer.resetting()) {
            assertUnanswered(wire.send(request, server.uri()));
            assertSentOnce(server, request);
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void a_request_that_is_refused_for_now_was_on_the_wire_once(Request request) throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("503 Service Unavailable", "Retry-After: 0"))) {
            assertThat(wire.send(request, server.uri()).reply().map(Answer::status))
                    .contains(503);
            assertSentOnce(server, request);
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void a_redirected_request_was_on_the_wire_once(Request request) throws IOException {
        for (int status : List.of(301, 302, 303, 307, 308)) {
            try (RawServer server =
                    RawServer.answering(RawServer.bare(status + " Elsewhere", "Location: /payments/elsewhere"))) {
                Exchange exchange = wire.send(request, server.uri());

                assertThat(exchange.reply().map(Answer::status)).contains(status);
                assertThat(exchange.reply().flatMap(answer -> answer.header("location")))
                        .contains("/payments/elsewhere");
                assertSentOnce(server, request);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("requests")
    void a_request_that_is_asked_for_credentials_was_on_the_wire_once(Request request) throws IOException {
        try (RawServer server =
                RawServer.answering(RawServer.bare("401 Unauthorized", "WWW-Authenticate: Basic realm=\"x\""))) {
            Request authorized = request.with("Authorization", "Basic YTpi");

            assertThat(wire.send(authorized, server.uri()).reply().map(Answer::status))
                    .contains(401);
            assertSentOnce(server, authorized);
        }
    }

    @Test
    void requests_are_counted_whatever_becomes_of_them() throws IOException {
        try (RawServer answering = RawServer.answering(RawServer.bare("200 OK"));
                RawServer closing = RawServer.closing()) {
            wire.send(request("POST", "{}"), answering.uri());
            wire.send(request("POST", "{}"), closing.uri());
            wire.send(request("POST", "{}"), answering.uri());

            assertThat(wire.requests()).isEqualTo(3);
        }
    }

    @Test
    void the_body_leaves_byte_for_byte() throws IOException {
        String body = "{ \"b\":\t1.50,\r\n \"a\" : \"é✓\\u00e9 ${x} {y} 'z'\" }\n";
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            wire.send(request("POST", body), server.uri());

            assertThat(server.received()).extracting(RawServer.Received::body).containsExactly(body);
            assertThat(server.received().get(0).header("Transfer-Encoding")).isEmpty();
        }
    }

    @Test
    void the_content_type_leaves_as_it_is() throws IOException {
        List<String> types = List.of(
                "application/json",
                "application/json; charset=ISO-8859-1",
                "application/x-www-form-urlencoded",
                "application/merge-patch+json",
                "text/plain",
                "application/vnd.acme.v1+json;q=1");
        for (String type : types) {
            try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
                Exchange exchange =
                        wire.send(request("POST", "amount=é&x=%20").with("Content-Type", type), server.uri());

                assertThat(exchange.failure()).as(type).isNull();
                assertThat(server.received().get(0).header("Content-Type")).containsExactly(type);
                assertThat(server.received().get(0).body()).as(type).isEqualTo("amount=é&x=%20");
            }
        }
    }

    @Test
    void path_and_query_leave_as_they_are() throws IOException {
        List<String> paths = List.of(
                "/payments?reference=u-1&state=a%20b&plus=1+2",
                "/payments?tag=1&tag=2&tag=1",
                "/payments?b=2&a=1&flag&empty=",
                "/payments/a%2Fb/refunds",
                "/payments?expand[]=data&filter=%7Bx%7D",
                "/payments/;v=1?at=2026-01-01T00:00:00Z");
        for (String path : paths) {
            try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
                Exchange exchange = wire.send(new Request("POST", path, List.of(), "{}"), server.uri());

                assertThat(exchange.failure()).as(path).isNull();
                assertThat(server.received().get(0).line()).isEqualTo("POST " + path + " HTTP/1.1");
            }
        }
    }

    @Test
    void a_replica_may_have_a_path_of_its_own() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            wire.send(request("POST", "{}"), URI.create(server.uri() + "/api/v1"));

            assertThat(server.received().get(0).line()).isEqualTo("POST /api/v1/payments HTTP/1.1");
        }
    }

    @Test
    void headers_leave_as_they_are() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            Request request = request("POST", "{}")
                    .with("Idempotency-Key", "\"k-1, k-2\"")
                    .with("Authorization", "Bearer a.b-c_d==");
            wire.send(request, server.uri());

            RawServer.Received received = server.received().get(0);
            assertThat(received.header("Idempotency-Key")).containsExactly("\"k-1, k-2\"");
            assertThat(received.header("Authorization")).containsExactly("Bearer a.b-c_d==");
        }
    }

    @Test
    void an_answer_comes_as_it_was_sent() throws IOException {
        String body = "{ \"b\": 1.50,\r\n\t\"a\": \"é✓\" }\n";
        try (RawServer server = RawServer.answering("HTTP/1.1 201 Created\r\nX-Note: one\r\nX-Other:  two, three \r\n"
                + "X-Note: four\r\nContent-Type: application/json\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body)) {
            Answer answer = answer(wire.send(request("POST", "{}"), server.uri()));

            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.body()).isEqualTo(body);
            assertThat(answer.headers())
                    .extracting(Header::toString)
                    .containsSubsequence(
                            "X-Note: one", "X-Other: two, three", "X-Note: four", "Content-Type: application/json");
        }
    }

    @Test
    void a_body_may_come_later_than_its_head() throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> {
            OutputStream out = connection.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 10; i++) {
                out.flush();
                Thread.sleep(10);
                out.write("0123456789".repeat(1000).getBytes(StandardCharsets.UTF_8));
            }
        })) {
            assertThat(answer(wire.send(request("POST", "{}"), server.uri())).body())
                    .hasSize(100_000);
        }
    }

    @Test
    void a_compressed_body_is_not_unpacked() throws IOException {
        byte[] packed = gzip("{\"id\": \"p-1\"}");
        try (RawServer server = RawServer.answering(with("Content-Encoding: gzip", packed))) {
            Answer answer = answer(wire.send(request("POST", "{}"), server.uri()));

            assertThat(answer.body().getBytes(StandardCharsets.ISO_8859_1)).isEqualTo(packed);
            assertThat(answer.header("Content-Encoding")).contains("gzip");
        }
    }

    @Test
    void a_compressed_body_is_unpacked_where_the_request_asks_for_it() throws IOException {
        byte[] packed = gzip("{\"id\": \"p-\u00e4\"}");
        Request asking = request("POST", "{}").with("Accept-Encoding", "gzip");
        try (RawServer server = RawServer.answering(with("Content-Encoding: gzip", packed));
                RawServer other = RawServer.answering(with("Content-Encoding: gzip", new byte[] {1, 2}))) {
            assertThat(answer(wire.send(asking, server.uri())).body()).isEqualTo("{\"id\": \"p-\u00e4\"}");
            assertThat(answer(wire.send(asking, other.uri())).body()).isEqualTo("\u0001\u0002");
        }
    }

    @Test
    void requests_of_one_thread_follow_each_other_on_a_kept_connection() throws IOException {
        Set<Integer> ports = new HashSet<>();
        try (RawServer server = RawServer.doing((request, connection) -> {
            ports.add(connection.getPort());
            connection.getOutputStream().write(RawServer.bare("200 OK").getBytes(StandardCharsets.UTF_8));
            connection.getOutputStream().flush();
        })) {
            answer(wire.sendOverKept(request("POST", "{}"), server.uri()));
            answer(wire.sendOverKept(request("POST", "{}"), server.uri()));
            assertThat(ports).hasSize(1);

            answer(wire.send(request("POST", "{}"), server.uri()));
            answer(wire.send(request("POST", "{}"), server.uri()));
            assertThat(ports).hasSize(3);
        }
    }

    @ParameterizedTest
    @MethodSource("followers")
    void the_second_request_of_a_pair_leaves_when_the_first_one_is_answered(Request next) throws IOException {
        List<String> arrived = new CopyOnWriteArrayList<>();
        List<RawServer> itself = new CopyOnWriteArrayList<>();
        try (RawServer server = RawServer.doing((request, connection) -> {
            Thread.sleep(100);
            arrived.add(request.line() + " of " + itself.get(0).requests());
            connection.getOutputStream().write(created(request.line()).getBytes(StandardCharsets.UTF_8));
            connection.getOutputStream().flush();
        })) {
            itself.add(server);
            Request first = new Request("POST", "/first", List.of(), "{}");
            Wire.Pair pair = wire.sendAtOnceAfter(first, server.uri(), next, server.uri());
            Wire.Pair again = wire.sendAtOnceAfter(first, server.uri(), next, server.uri());

            String second = next.method() + " /payments HTTP/1.1 of ";
            assertThat(arrived)
                    .containsExactly("POST /first HTTP/1.1 of 1", second + 2, "POST /first HTTP/1.1 of 3", second + 4);
            assertThat(List.of(pair, again)).allSatisfy(both -> {
                assertThat(answer(both.first()).body()).contains("/first");
                assertThat(answer(both.next()).body()).contains("/payments");
                assertThat(both.next().sent()).isGreaterThan(both.first().sent());
                assertThat(both.next().request()).isEqualTo(next);
            });
        }
    }

    /** One with a body, one that has none, and one that does not fit into a buffer. */
    static Stream<Request> followers() {
        return Stream.of(
                request("POST", "{\"amount\": 1000}"),
                request("DELETE", null),
                request("POST", "{\"note\": \"" + "x".repeat(100_000) + "\"}"));
    }

    private static String created(String body) {
        return "HTTP/1.1 201 Created\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    @Test
    void a_server_that_serves_one_connection_at_a_time_answers_both_of_a_pair() throws IOException {
        Wire impatient = new Wire(Duration.ofSeconds(5));
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread serving = new Thread(() -> serveOneByOne(server), "one-by-one");
            serving.setDaemon(true);
            serving.start();
            for (int i = 0; i < 20; i++) {
                Request request = request("POST", "{}");
                Wire.Pair pair = impatient.sendAtOnceAfter(request, uri(server), request, uri(server));
                answer(pair.first());
                answer(pair.next());
            }
        }
    }

    private static void serveOneByOne(ServerSocket server) {
        try {
            while (true) {
                try (Socket connection = server.accept()) {
                    String request = "";
                    while (!request.endsWith("{}")) {
                        request += (char) connection.getInputStream().read();
                    }
                    connection
                            .getOutputStream()
                            .write(RawServer.bare("200 OK", "Connection: close").getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException over) {
            // The test is over.
        }
    }

    @Test
    void the_second_request_of_a_pair_leaves_also_where_the_first_one_is_not_answered() throws IOException {
        try (RawServer closing = RawServer.closing();
                RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            Wire.Pair pair =
                    wire.sendAtOnceAfter(request("POST", "{}"), closing.uri(), request("POST", "{}"), server.uri());

            assertUnanswered(pair.first());
            answer(pair.next());
        }
    }

    @Test
    void a_pair_of_which_one_may_be_under_way_at_once_follows_one_another() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            Wire one = new Wire(
                    Duration.ofSeconds(30),
                    Brokers.none(),
                    Network.direct(),
                    new Pace(2, null, 1),
                    () -> {},
                    unused -> {});
            Request request = request("POST", "{}");
            Wire.Pair pair = one.sendAtOnceAfter(request, server.uri(), request, server.uri());

            answer(pair.first());
            answer(pair.next());
            assertThatThrownBy(() -> one.sendAtOnceAfter(request, server.uri(), request, server.uri()))
                    .isInstanceOf(Judgement.class);
        }
    }

    @Test
    void a_request_breaks_off_after_half_of_its_body() throws IOException {
        StringBuilder arrived = new StringBuilder();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread reader = reading(server, arrived);
            Exchange exchange = wire.breakOff(request("POST", "{\"amount\":1}"), uri(server));

            assertUnanswered(exchange);
            assertThat(exchange.failure()).contains("after half of the body");
            joined(reader);
        }
        assertThat(arrived.toString()).contains("Content-Length: 12").endsWith("\r\n\r\n{\"amou");
    }

    @Test
    void a_request_leaves_whole_and_its_response_is_not_waited_for() throws IOException {
        StringBuilder arrived = new StringBuilder();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread reader = reading(server, arrived);
            Exchange exchange = wire.leave(request("POST", "{\"amount\":1}"), uri(server));

            assertUnanswered(exchange);
            assertThat(exchange.failure()).contains("before the response");
            joined(reader);
        }
        assertThat(arrived.toString()).endsWith("{\"amount\":1}");
    }

    private static URI uri(ServerSocket server) {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    /** Reads all that arrives on the first connection, up to its end: one that is reset has none. */
    private static Thread reading(ServerSocket server, StringBuilder arrived) {
        Thread reader = new Thread(() -> {
            try (Socket connection = server.accept()) {
                arrived.append(new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException reset) {
                arrived.append(reset);
            }
        });
        reader.start();
        return reader;
    }

    private static void joined(Thread reader) {
        try {
            reader.join(Duration.ofSeconds(10).toMillis());
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void bodies_that_are_no_text_are_distinguished_too() throws IOException {
        byte[] one = {(byte) 0xff, 1};
        byte[] other = {(byte) 0xfe, 1};

        assertThat(Answer.of(200, List.of(), one)).isNotEqualTo(Answer.of(200, List.of(), other));
    }

    @Test
    void a_target_that_never_answers_is_left_after_the_limit() throws IOException {
        try (RawServer server = RawServer.silent()) {
            Exchange exchange = new Wire(Duration.ofMillis(300)).send(request("POST", "{}"), server.uri());

            assertUnanswered(exchange);
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_target_that_drips_for_ever_is_left_after_the_limit() throws IOException {
        for (String framing : List.of("Content-Length: 100000\r\n", "Transfer-Encoding: chunked\r\n", "")) {
            try (RawServer server = RawServer.dripping(
                    "HTTP/1.1 200 OK\r\n" + framing + "\r\n", framing.contains("chunked") ? "1\r\nx\r\n" : "x")) {
                Exchange exchange = new Wire(Duration.ofMillis(300)).send(request("POST", "{}"), server.uri());

                assertUnanswered(exchange);
                assertThat(exchange.failure()).as(framing).contains("300 ms");
                assertThat(server.requests()).isEqualTo(1);
            }
        }
    }

    @Test
    void a_head_that_drips_for_ever_is_left_after_the_limit() throws IOException {
        try (RawServer server = RawServer.dripping("HTTP/1.1 200 OK\r\nX-Long: ", "x")) {
            assertUnanswered(new Wire(Duration.ofMillis(300)).send(request("POST", "{}"), server.uri()));
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void an_answer_that_breaks_off_is_no_answer() throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> {
            connection
                    .getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf".getBytes(StandardCharsets.UTF_8));
            connection.close();
        })) {
            assertUnanswered(wire.send(request("POST", "{}"), server.uri()));
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void nobody_there_is_a_failure_that_says_so() throws IOException {
        URI gone = Ports.nobody();
        Exchange exchange = wire.send(request("POST", "{}"), gone);

        assertUnanswered(exchange);
        assertThat(exchange.failure()).contains("refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void what_the_harness_does_wrong_is_not_a_target_that_does_not_answer(String method) throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            Request wrong = new Request(method, "/payments/no such path", List.of(), null);

            assertThatThrownBy(() -> wire.send(wrong, server.uri()))
                    .isInstanceOf(RuntimeException.class)
                    .hasMessageContaining("Illegal character in path");
            assertThat(server.requests()).isZero();
        }
    }

    @Test
    void only_a_failure_of_the_connection_is_no_answer() {
        assertThat(Wire.noAnswer(new CompletionException(new ConnectException("refused"))))
                .isEqualTo("nothing listens there (connection refused)");
        assertThatThrownBy(() -> Wire.noAnswer(new NullPointerException("ours")))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> Wire.noAnswer(new CompletionException(new IllegalArgumentException("ours"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Wire.noAnswer(new NoSuchFileException("/a/local/file")))
                .isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> Wire.noAnswer(new UncheckedIOException(new IOException("a local file"))))
                .isInstanceOf(UncheckedIOException.class);
        assertThatThrownBy(() -> Wire.noAnswer(new IOException("the client has ended", new OutOfMemoryError("heap"))))
                .isInstanceOf(OutOfMemoryError.class);
    }

    private void assertSentOnce(RawServer server, Request request) {
        assertThat(server.requests()).as("requests on the wire").isEqualTo(1);
        assertThat(wire.requests()).isPositive();
        RawServer.Received received = server.received().get(0);
        assertThat(received.line()).isEqualTo(request.method() + " /payments HTTP/1.1");
        assertThat(received.body())
                .isEqualTo(Optional.ofNullable(request.body()).orElse(""));
    }

    private static void assertUnanswered(Exchange exchange) {
        assertThat(exchange.answer()).isNull();
        assertThat(exchange.failure()).isNotBlank();
    }

    private static Answer answer(Exchange exchange) {
        return exchange.reply().orElseThrow(() -> new AssertionError(exchange.failure()));
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }

    private static byte[] with(String header, byte[] body) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.write(("HTTP/1.1 200 OK\r\n" + header + "\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        answer.write(body);
        return answer.toByteArray();
    }

    @Test
    void what_may_not_leave_does_not_whichever_way_it_takes() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            Runnable leave = () -> {
                throw Judgement.notChecked("no leave");
            };
            Duration limit = Duration.ofSeconds(30);
            Wire shut = new Wire(limit, Brokers.none(), Network.direct(), Pace.unbound(), leave, unused -> {});
            Race race = new Race(limit, shut);
            InFlight inFlight = new InFlight(shut);

            try (FaultProxy proxy = new FaultProxy(shut, limit)) {
                for (String method : List.of("POST", "PUT", "PATCH", "DELETE", "MERGE", "get")) {
                    Request request = request(method, "{}");
                    assertNoLeave(() -> shut.send(request, server.uri()));
                    assertNoLeave(() -> race.run(List.of(new Race.Entry(request, server.uri())), unused -> {}));
                    assertNoLeave(() -> proxy.send(request, server.uri(), Fault.ANSWER_LOST));
                    inFlight.send(request, server.uri());
                    assertNoLeave(inFlight::collect);
                }
            }
            assertNoLeave(() -> shut.send(request("POST", "{}").published("events"), server.uri()));
            for (String method : List.of("GET", "HEAD", "OPTIONS")) {
                assertThat(shut.send(request(method, null), server.uri()).answer())
                        .isNotNull();
            }
            assertThat(server.requests()).isEqualTo(3);
        }
    }

    private static void assertNoLeave(ThrowingCallable sending) {
        assertThatThrownBy(sending).hasStackTraceContaining("no leave");
    }
}
