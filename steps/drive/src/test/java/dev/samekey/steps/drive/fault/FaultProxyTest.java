package dev.samekey.steps.drive.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.net.Certificates;
import dev.samekey.steps.model.net.Network;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultProxyTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String CREATED = "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n";

    private final Wire wire = new Wire(LIMIT);
    private final FaultProxy faults = new FaultProxy(wire, LIMIT);
    private final Request request = new Request(
            "POST",
            "/payments?reference=u-1&tag=a&tag=b&s=a%20b",
            List.of(
                    new Header("Content-Type", "application/json"),
                    new Header("Idempotency-Key", "k-1"),
                    new Header("Authorization", "Bearer secret")),
            "{ \"a\": \"é\" }\n");

    @AfterEach
    void close() {
        faults.close();
    }

    @Test
    void faults_at_the_same_time_do_not_get_in_each_others_way() throws Exception {
        try (RawServer one = RawServer.answering(CREATED + "Content-Length: 2\r\n\r\n{}");
                RawServer other = RawServer.answering(
                        CREATED.replace("201 Created", "402 Payment Required") + "Content-Length: 2\r\n\r\n{}")) {
            var late = CompletableFuture.supplyAsync(
                    () -> faults.send(request, one.uri(), Fault.ANSWER_TOO_LATE), task -> new Thread(task).start());
            Loss gateway = faults.send(request, other.uri(), Fault.BAD_GATEWAY);

            assertThat(gateway.upstream()).hasValue(402);
            assertThat(gateway.exchange().reply()).map(Answer::status).hasValue(502);
            assertThat(late.get(30, TimeUnit.SECONDS).upstream()).hasValue(201);
            assertThat(one.requests()).isEqualTo(1);
            assertThat(other.requests()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REQUEST_LOST")
    void the_target_acts_once_and_the_caller_never_sees_its_answer(Fault fault) throws IOException {
        try (RawServer target = RawServer.answering(CREATED + "Content-Length: 13\r\n\r\n{\"id\": \"p-1\"}")) {
            Loss loss = faults.send(request, target.uri(), fault);

            assertThat(target.requests()).isEqualTo(1);
            assertThat(loss.upstream()).hasValue(201);
            assertThat(loss.exchange().reply().map(Answer::status)).isNotEqualTo(201);
            assertThat(loss.fired()).as(loss.exchange().transcript()).isTrue();
            assertThat(wire.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_lost_request_never_reaches_the_target() throws IOException {
        try (RawServer target = RawServer.answering(RawServer.bare("201 Created"))) {
            Loss loss = faults.send(request, target.uri(), Fault.REQUEST_LOST);

            assertThat(target.requests()).isZero();
            assertThat(loss.upstream()).isEmpty();
            assertThat(loss.exchange().failure()).isNotBlank();
            assertThat(loss.fired()).isTrue();
        }
    }

    @Test
    void a_truncated_answer_breaks_off() throws IOException {
        for (String answer : List.of(
                CREATED + "Content-Length: 13\r\n\r\n{\"id\": \"p-1\"}",
                RawServer.bare("200 OK"),
                "HTTP/1.1 204 No Content\r\n\r\n",
                CREATED + "Transfer-Encoding: chunked\r\n\r\n3\r\n{ }\r\n0\r\n\r\n")) {
            try (RawServer target = RawServer.answering(answer)) {
                Loss loss = faults.send(request, target.uri(), Fault.ANSWER_TRUNCATED);

                assertThat(loss.exchange().failure()).as(answer).contains("Premature end of Content-Length");
                assertThat(loss.fired()).isTrue();
            }
        }
    }

    @Test
    void a_gateway_answers_in_the_place_of_the_target() throws IOException {
        try (RawServer target = RawServer.answering(RawServer.bare("200 OK", "Idempotency-Status: stored"))) {
            for (Fault fault : List.of(Fault.BAD_GATEWAY, Fault.GATEWAY_TIMEOUT)) {
                Answer answer = faults.send(request, target.uri(), fault)
                        .exchange()
                        .reply()
                        .orElseThrow();

                assertThat(answer.status()).isEqualTo(fault == Fault.BAD_GATEWAY ? 502 : 504);
                assertThat(answer.header("Idempotency-Status")).isEmpty();
            }
        }
    }

    @Test
    void a_late_answer_is_waited_for_until_the_target_has_acted() throws IOException {
        CountDownLatch slow = new CountDownLatch(1);
        try (RawServer target = RawServer.doing((received, connection) -> {
            // Longer than a caller waits for an answer that is going to be late.
            var unused = slow.await(1500, TimeUnit.MILLISECONDS);
            connection.getOutputStream().write(RawServer.bare("201 Created").getBytes(StandardCharsets.UTF_8));
        })) {
            Loss loss = faults.send(request, target.uri(), Fault.ANSWER_TOO_LATE);

            assertThat(loss.exchange().failure()).startsWith("no whole answer within");
            assertThat(loss.upstream()).hasValue(201);
            assertThat(loss.fired()).isTrue();
        }
    }

    @Test
    void the_target_gets_the_request_as_it_is() throws IOException {
        try (RawServer target = RawServer.answering(RawServer.bare("201 Created"))) {
            Loss loss = faults.send(request, target.uri(), Fault.ANSWER_LOST);

            RawServer.Received received = target.received().get(0);
            assertThat(received.line()).isEqualTo("POST " + request.path() + " HTTP/1.1");
            assertThat(received.header("Content-Type")).containsExactly("application/json");
            assertThat(received.header("Idempotency-Key")).containsExactly("k-1");
            assertThat(received.header("Authorization")).containsExactly("Bearer secret");
            assertThat(received.body()).isEqualTo(request.body());
            assertThat(loss.exchange().replica()).isEqualTo(target.uri());
        }
    }

    @Test
    void how_the_target_writes_its_answer_does_not_matter() throws IOException {
        byte[] head = (CREATED + "cONTENT-encoding: gzip\r\nConnection: close\r\nContent-Length: 4\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] noGzip = {1, 2, 3, 4};
        for (Fault fault : List.of(Fault.ANSWER_LOST, Fault.ANSWER_TRUNCATED, Fault.BAD_GATEWAY)) {
            try (RawServer target = RawServer.doing((received, connection) -> {
                connection.getOutputStream().write(head);
                connection.getOutputStream().write(noGzip);
                connection.close();
            })) {
                Loss loss = faults.send(request, target.uri(), fault);

                assertThat(loss.fired()).as(fault + ": " + loss.described()).isTrue();
            }
        }
    }

    @Test
    void a_target_that_nobody_vouches_for_receives_nothing() throws IOException {
        try (RawServer target = RawServer.secure(
                Certificates.server("server.pem"), false, (received, connection) -> connection.close())) {
            URI secure = URI.create(target.uri().toString().replace("http:", "https:"));
            Loss loss = faults.send(request, secure, Fault.ANSWER_LOST);

            assertThat(loss.fired()).as(loss.described()).isFalse();
            assertThat(target.requests()).isZero();
        }
    }

    @Test
    void a_delete_without_a_body_is_lost_too() throws IOException {
        try (RawServer target = RawServer.answering("HTTP/1.1 204 No Content\r\n\r\n")) {
            Request delete = new Request("DELETE", "/payments/1", request.headers(), null);

            assertThat(faults.send(delete, target.uri(), Fault.ANSWER_LOST).upstream())
                    .hasValue(204);
            assertThat(target.requests()).isEqualTo(1);
            assertThat(target.received().get(0).line()).isEqualTo("DELETE /payments/1 HTTP/1.1");
        }
    }

    @Test
    void a_refusal_is_reported_and_requested_once_and_is_no_lost_success() throws IOException {
        for (String status : List.of("503 Service Unavailable", "429 Too Many", "307 Elsewhere", "401 Unauthorized")) {
            try (RawServer target =
                    RawServer.answering(RawServer.bare(status, "Retry-After: 0", "Location: /elsewhere"))) {
                Loss loss = faults.send(request, target.uri(), Fault.ANSWER_LOST);

                assertThat(loss.upstream()).hasValue(Integer.parseInt(status.substring(0, 3)));
                assertThat(loss.fired()).isFalse();
                assertThat(target.requests()).as(status).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REQUEST_LOST")
    void nothing_fired_where_the_target_is_down(Fault fault) throws IOException {
        URI gone = Ports.nobody();
        Loss loss = faults.send(request, gone, fault);

        assertThat(loss.upstream()).isEmpty();
        assertThat(loss.fired()).isFalse();
        assertThat(loss.described()).isEqualTo("the target gave no response");
    }

    @Test
    void nothing_fired_where_the_target_itself_gave_no_answer() throws IOException {
        for (RawServer target : List.of(RawServer.closing(), RawServer.resetting())) {
            try (target) {
                Loss loss = faults.send(request, target.uri(), Fault.ANSWER_LOST);

                assertThat(loss.upstream()).isEmpty();
                assertThat(loss.fired()).isFalse();
                assertThat(target.requests()).isEqualTo(1);
            }
        }
    }

    @Test
    void an_answer_that_came_whole_was_not_lost() throws IOException {
        try (RawServer target = RawServer.answering(RawServer.bare("201 Created"))) {
            var whole = wire.send(request, target.uri());

            for (Fault fault : Fault.values()) {
                assertThat(new Loss(fault, whole, OptionalInt.of(201)).fired())
                        .as(fault.toString())
                        .isFalse();
            }
        }
    }

    @Test
    void a_fault_is_known_by_its_words() {
        for (Fault fault : Fault.values()) {
            assertThat(Fault.of(fault.toString())).isEqualTo(fault);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Fault.of("answer explodes"))
                .withMessage("no fault is called «answer explodes»");
    }

    @Test
    void an_error_in_the_proxy_is_no_target_that_gave_no_answer() {
        Wire broken = new Wire(
                LIMIT,
                Brokers.none(),
                Network.direct(),
                new Pace(10, null, 10),
                () -> {
                    throw new AssertionError("ours");
                },
                exchange -> {});
        try (FaultProxy proxy = new FaultProxy(broken, LIMIT)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> proxy.send(request, URI.create("http://127.0.0.1:1"), Fault.BAD_GATEWAY))
                    .withStackTraceContaining("AssertionError: ours");
        }
    }
}
