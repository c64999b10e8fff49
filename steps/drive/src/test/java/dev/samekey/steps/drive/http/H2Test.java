package dev.samekey.steps.drive.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.fault.Fault;
import dev.samekey.steps.drive.fault.FaultProxy;
import dev.samekey.steps.drive.fault.Loss;
import dev.samekey.steps.model.net.Certificates;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.net.Proxies;
import dev.samekey.steps.model.net.Trust;
import dev.samekey.steps.model.net.WireProtocol;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawH2Server;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is sent in HTTP/2, to a server that counts frames. */
class H2Test {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String CREATED = RawServer.bare("201 Created");

    /** Each way in which a server can fail, and those in which it does not. */
    enum Failing {
        ANSWERS,
        IS_OUT_OF_SERVICE,
        REDIRECTS,
        WANTS_CREDENTIALS,
        CLOSES,
        GOES_AWAY,
        REFUSES_THE_STREAM,
        RESETS_THE_STREAM,
        BREAKS_OFF;

        void meet(RawH2Server.Stream stream) throws IOException {
            switch (this) {
                case ANSWERS -> stream.answer(CREATED);
                case IS_OUT_OF_SERVICE -> stream.answer(RawServer.bare("503 Service Unavailable", "Retry-After: 0"));
                case REDIRECTS -> stream.answer(RawServer.bare("307 Elsewhere", "Location: /payments/elsewhere"));
                case WANTS_CREDENTIALS ->
                    stream.answer(RawServer.bare("401 No", "WWW-Authenticate: Basic realm=\"x\""));
                case CLOSES -> stream.close();
                case GOES_AWAY -> stream.goAway();
                case REFUSES_THE_STREAM -> stream.reset(RawH2Server.REFUSED_STREAM);
                case RESETS_THE_STREAM -> stream.reset(RawH2Server.INTERNAL_ERROR);
                case BREAKS_OFF -> {
                    stream.head("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n");
                    stream.piece("half");
                    stream.reset(RawH2Server.INTERNAL_ERROR);
                }
            }
        }

        boolean isAnswered() {
            return Set.of(ANSWERS, IS_OUT_OF_SERVICE, REDIRECTS, WANTS_CREDENTIALS)
                    .contains(this);
        }
    }

    static Stream<Request> requests() {
        return WireTest.requests();
    }

    @ParameterizedTest
    @MethodSource("requests")
    void a_request_is_on_the_wire_once_whatever_becomes_of_it(Request request) throws IOException {
        for (Failing failing : Failing.values()) {
            try (RawH2Server server = RawH2Server.doing((received, stream) -> failing.meet(stream));
                    Wire wire = wire(LIMIT, server)) {
                Exchange exchange = wire.send(request, server.uri());

                assertThat(server.requests())
                        .as("requests on the wire, " + failing)
                        .isEqualTo(1);
                assertThat(server.turnedAway()).isZero();
                assertThat(server.received().get(0).line()).isEqualTo(request.method() + " /payments HTTP/2");
                assertThat(exchange.answer() != null)
                        .as(failing + ": " + exchange.failure())
                        .isEqualTo(failing.isAnswered());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void each_entry_of_a_race_is_on_the_wire_once_whatever_becomes_of_it(Failing failing) throws IOException {
        for (Request request : requests()
                .filter(one -> !Set.of("GET", "HEAD").contains(one.method()))
                .toList()) {
            // With a connection each, the end of one is not that of another.
            try (RawH2Server server = RawH2Server.doing((received, stream) -> failing.meet(stream));
                    Wire wire = wire(LIMIT, server)) {
                Round round = new Race(LIMIT, wire).run(times(2, request, server), exchange -> {});

                assertThat(server.requests()).as("requests on the wire").isEqualTo(2);
                assertThat(wire.requests()).isEqualTo(2);
                assertThat(round.exchanges()).allMatch(exchange -> (exchange.answer() != null) == failing.isAnswered());
            }
        }
    }

    @Test
    void a_request_leaves_as_it_is() throws IOException {
        String body = "{ \"b\":\t1.50,\r\n \"a\" : \"é✓\" }\n";
        Request request = new Request(
                "POST",
                "/payments?a=1&a=2&s=a%20b",
                List.of(
                        new Header("Content-Type", "application/vnd.acme.v1+json;q=1"),
                        new Header("Idempotency-Key", "\"k-1, k-2\""),
                        new Header("Authorization", "Bearer a.b-c_d==")),
                body);
        try (RawH2Server server = RawH2Server.answering(CREATED);
                Wire wire = wire(LIMIT, server)) {
            wire.send(request, URI.create(server.uri() + "/api"));

            RawServer.Received received = server.received().get(0);
            assertThat(received.line()).isEqualTo("POST /api/payments?a=1&a=2&s=a%20b HTTP/2");
            assertThat(received.header("content-type")).containsExactly("application/vnd.acme.v1+json;q=1");
            assertThat(received.header("idempotency-key")).containsExactly("\"k-1, k-2\"");
            assertThat(received.header("authorization")).containsExactly("Bearer a.b-c_d==");
            assertThat(received.header("content-length"))
                    .containsExactly(String.valueOf(body.getBytes(StandardCharsets.UTF_8).length));
            assertThat(received.body()).isEqualTo(body);
        }
    }

    @Test
    void an_answer_comes_as_it_was_sent() throws IOException {
        String body = "{ \"b\": 1.50,\r\n\t\"a\": \"é✓\" }\n";
        try (RawH2Server server = RawH2Server.answering("HTTP/1.1 201 Created\r\nX-Note: one\r\nX-Note: two\r\n"
                        + "Content-Encoding: gzip\r\n\r\n" + body);
                Wire wire = wire(LIMIT, server)) {
            Answer answer = answer(wire.send(post("{}"), server.uri()));

            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.body()).isEqualTo(body);
            assertThat(answer.header("Content-Encoding")).contains("gzip");
            assertThat(answer.headers())
                    .filteredOn(header -> header.name().equals("x-note"))
                    .extracting(Header::value)
                    .containsExactly("one", "two");
        }
    }

    @Test
    void a_body_that_is_longer_than_the_window_leaves_whole() throws IOException {
        String body = "0123456789".repeat(50_000);
        try (RawH2Server server = RawH2Server.answering(CREATED);
                Wire wire = wire(LIMIT, server)) {
            assertThat(answer(wire.send(post(body), server.uri())).status()).isEqualTo(201);
            assertThat(server.received().get(0).body()).isEqualTo(body);
        }
    }

    @Test
    void a_target_that_never_answers_or_drips_for_ever_is_left_after_the_limit() throws IOException {
        for (boolean drips : List.of(true, false)) {
            try (RawH2Server server = RawH2Server.doing((request, stream) -> {
                        if (drips) {
                            stream.head("HTTP/1.1 200 OK\r\n\r\n");
                            while (true) {
                                stream.piece("x");
                                Thread.sleep(20);
                            }
                        }
                    });
                    Wire wire = wire(Duration.ofMillis(400), server)) {
                Exchange exchange = wire.send(post("{}"), server.uri());

                assertThat(exchange.failure()).isEqualTo("no whole answer within 400 ms");
                assertThat(server.requests()).isEqualTo(1);
            }
        }
    }

    @Test
    void a_body_that_is_shorter_than_announced_is_no_answer() throws IOException {
        try (RawH2Server server = RawH2Server.answering("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
                Wire wire = wire(LIMIT, server)) {
            assertThat(wire.send(post("{}"), server.uri()).failure()).contains("breaks off");
        }
    }

    @Test
    void twenty_requests_are_under_way_together_as_streams_of_two_connections() throws IOException {
        CyclicBarrier all = new CyclicBarrier(20);
        try (RawH2Server server = RawH2Server.doing((request, stream) -> {
                    try {
                        all.await();
                    } catch (BrokenBarrierException broken) {
                        throw new IOException(broken);
                    }
                    stream.answer(CREATED);
                });
                Wire wire = wire(LIMIT, server)) {
            Round round = new Race(LIMIT, wire).run(times(20, post("{\"amount\": 1000}"), server), exchange -> {});

            assertThat(round.exchanges()).allMatch(exchange -> exchange.answer() != null);
            assertThat(round.overlap()).isEqualTo(20);
            assertThat(server.requests()).isEqualTo(20);
            assertThat(server.received()).allMatch(one -> one.body().equals("{\"amount\": 1000}"));
            assertThat(server.connections()).isEqualTo(2);
            // No last byte and no end arrives before all else is there.
            assertThat(server.arrived().values())
                    .hasSize(2)
                    .allSatisfy(pieces -> assertThat(pieces.subList(0, 10)).containsOnly("15"));
        }
    }

    @Test
    void requests_without_a_body_race_too() throws IOException {
        try (RawH2Server server = RawH2Server.answering(CREATED);
                Wire wire = wire(LIMIT, server)) {
            Request delete = new Request("DELETE", "/payments/1", List.of(), null);
            Round round = new Race(LIMIT, wire).run(times(5, delete, server), exchange -> {});

            assertThat(round.exchanges()).allMatch(exchange -> exchange.answer() != null);
            assertThat(server.requests()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_fault_happens_to_a_request_that_reaches_the_target_in_http_2(Fault fault) throws IOException {
        try (RawH2Server server = RawH2Server.answering(
                        "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n\r\n{\"id\": 1}");
                Wire wire = wire(LIMIT, server);
                FaultProxy proxy = new FaultProxy(wire, LIMIT)) {
            Loss loss = proxy.send(post("{}"), server.uri(), fault);

            assertThat(loss.fired()).isTrue();
            assertThat(server.requests()).isEqualTo(fault == Fault.REQUEST_LOST ? 0 : 1);
            assertThat(server.turnedAway()).isZero();
        }
    }

    @Test
    void over_tls_it_is_agreed_on_by_alpn() throws Exception {
        try (RawH2Server server = RawH2Server.secure(
                        Certificates.server("server.pem"), List.of("h2"), (request, stream) -> stream.answer(CREATED));
                Wire wire = wire(LIMIT, trusting(), WireProtocol.H2, https(server))) {
            Exchange exchange = wire.send(post("{}"), https(server));

            assertThat(answer(exchange).status()).isEqualTo(201);
            assertThat(exchange.curl()).startsWith("curl -gsS -i --http2 -X POST");
        }
    }

    @Test
    void a_server_that_does_not_agree_gets_nothing() throws Exception {
        for (List<String> protocols : List.of(List.of("http/1.1"), List.<String>of())) {
            try (RawH2Server server = RawH2Server.secure(
                            Certificates.server("server.pem"), protocols, (request, stream) -> stream.answer(CREATED));
                    Wire wire = wire(LIMIT, trusting(), WireProtocol.H2, https(server))) {
                Exchange exchange = wire.send(post("{}"), https(server));

                assertThat(exchange.answer()).isNull();
                assertThat(server.requests()).isZero();
            }
        }
    }

    @Test
    void a_certificate_of_another_host_is_not_trusted() throws Exception {
        try (RawH2Server server = RawH2Server.secure(
                        Certificates.server("elsewhere.pem"),
                        List.of("h2"),
                        (request, stream) -> stream.answer(CREATED));
                Wire wire = wire(LIMIT, trusting(), WireProtocol.H2, https(server))) {
            assertThat(wire.send(post("{}"), https(server)).answer()).isNull();
            assertThat(server.requests()).isZero();
        }
    }

    @Test
    void a_server_of_http_1_gets_no_request() throws IOException {
        try (RawServer server = RawServer.answering(CREATED);
                Wire wire = wire(LIMIT, Network.direct(), WireProtocol.H2C, server.uri())) {
            assertThat(wire.send(post("{}"), server.uri()).answer()).isNull();
            assertThat(server.received()).noneMatch(received -> received.line().contains("/payments"));
        }
    }

    @Test
    void nobody_there_is_a_failure_that_says_so() throws IOException {
        URI gone = Ports.nobody();
        try (Wire wire = wire(LIMIT, Network.direct(), WireProtocol.H2C, gone)) {
            assertThat(wire.send(post("{}"), gone).failure()).contains("refused");
        }
    }

    @Test
    void another_host_than_the_target_is_spoken_to_in_http_1() throws IOException {
        try (RawH2Server target = RawH2Server.answering(CREATED);
                RawServer other = RawServer.answering(CREATED);
                Wire wire = wire(LIMIT, target)) {
            assertThat(answer(wire.send(post("{}"), other.uri())).status()).isEqualTo(201);
            assertThat(other.received().get(0).line()).isEqualTo("POST /payments HTTP/1.1");
        }
    }

    @Test
    void a_curl_line_speaks_as_the_request_did() throws IOException {
        try (RawH2Server server = RawH2Server.answering(CREATED);
                Wire wire = wire(LIMIT, server)) {
            assertThat(wire.send(post("{}"), server.uri()).transcript())
                    .contains("curl -gsS -i --http2-prior-knowledge -X POST", "HTTP/2 201");
        }
    }

    private static Wire wire(Duration limit, RawH2Server server) {
        return wire(limit, Network.direct(), WireProtocol.H2C, server.uri());
    }

    private static Wire wire(Duration limit, Network network, WireProtocol protocol, URI url) {
        return new Wire(
                limit,
                Brokers.none(),
                network.speaking(protocol, List.of(url)),
                Pace.unbound(),
                () -> {},
                unused -> {});
    }

    private static Network trusting() throws Trust.Unusable {
        return new Network(Trust.context(Trust.authorities(Certificates.file("authority.pem")), null), Proxies.none());
    }

    private static URI https(RawH2Server server) {
        return URI.create(server.uri().toString().replace("http:", "https:"));
    }

    private static Request post(String body) {
        return new Request("POST", "/payments", List.of(new Header("Content-Type", "application/json")), body);
    }

    private static Answer answer(Exchange exchange) {
        return Objects.requireNonNull(exchange.answer(), () -> String.valueOf(exchange.failure()));
    }

    private static List<Race.Entry> times(int count, Request request, RawH2Server server) {
        return Collections.nCopies(count, new Race.Entry(request, server.uri()));
    }
}
