package dev.samekey.steps.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LostAnswerTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Wire wire = new Wire(LIMIT);
    private final LostAnswer lostAnswer = new LostAnswer(wire, LIMIT);
    private final Request request = new Request(
            "POST",
            "/payments?reference=u-1&tag=a&tag=b&s=a%20b",
            List.of(
                    new Header("Content-Type", "application/json"),
                    new Header("Idempotency-Key", "k-1"),
                    new Header("Authorization", "Bearer secret")),
            "{ \"a\": \"é\" }\n");

    @Test
    void the_target_acts_once_and_the_caller_never_hears_of_it() throws IOException {
        try (RawServer target = RawServer.answering(RawServer.bare("201 Created"))) {
            LostAnswer.Loss loss = lostAnswer.send(request, target.uri());

            assertThat(target.requests()).isEqualTo(1);
            assertThat(loss.upstreamStatus()).isEqualTo(201);
            assertThat(loss.exchange().answer()).isNull();
            assertThat(loss.exchange().failure()).isNotBlank();
            assertThat(wire.requests()).isEqualTo(1);
        }
    }

    @Test
    void the_target_gets_the_request_as_it_is() throws IOException {
        try (RawServer target = RawServer.answering(RawServer.bare("201 Created"))) {
            lostAnswer.send(request, target.uri());

            RawServer.Received received = target.received().get(0);
            assertThat(received.line()).isEqualTo("POST " + request.path() + " HTTP/1.1");
            assertThat(received.header("Content-Type")).containsExactly("application/json");
            assertThat(received.header("Idempotency-Key")).containsExactly("k-1");
            assertThat(received.header("Authorization")).containsExactly("Bearer secret");
            assertThat(received.body()).isEqualTo(request.body());
        }
    }

    @Test
    void a_delete_without_a_body_is_lost_too() throws IOException {
        try (RawServer target = RawServer.answering("HTTP/1.1 204 No Content\r\n\r\n")) {
            Request delete = new Request("DELETE", "/payments/1", request.headers(), null);

            assertThat(lostAnswer.send(delete, target.uri()).upstreamStatus()).isEqualTo(204);
            assertThat(target.requests()).isEqualTo(1);
            assertThat(target.received().get(0).line()).isEqualTo("DELETE /payments/1 HTTP/1.1");
        }
    }

    @Test
    void a_refusal_is_told_and_asked_for_once() throws IOException {
        for (String status : List.of("503 Service Unavailable", "429 Too Many", "307 Elsewhere", "401 Unauthorized")) {
            try (RawServer target =
                    RawServer.answering(RawServer.bare(status, "Retry-After: 0", "Location: /elsewhere"))) {
                LostAnswer.Loss loss = lostAnswer.send(request, target.uri());

                assertThat(loss.upstreamStatus() + "").isEqualTo(status.substring(0, 3));
                assertThat(target.requests()).as(status).isEqualTo(1);
            }
        }
    }

    @Test
    void nothing_was_lost_where_the_target_is_down() throws IOException {
        URI gone;
        try (RawServer target = RawServer.silent()) {
            gone = target.uri();
        }
        LostAnswer.Loss loss = lostAnswer.send(request, gone);

        assertThat(loss.upstreamStatus()).isZero();
        assertThat(loss.exchange().answer()).isNull();
    }

    @Test
    void nothing_was_lost_where_the_target_itself_gave_no_answer() throws IOException {
        for (RawServer target : List.of(RawServer.closing(), RawServer.resetting())) {
            try (target) {
                assertThat(lostAnswer.send(request, target.uri()).upstreamStatus())
                        .isZero();
                assertThat(target.requests()).isEqualTo(1);
            }
        }
    }
}
