package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.downstream.Arrival;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a receiver makes of the signatures of several attempts (OBX-3). */
class SignedAttemptTest {
    private static final Instant START = Instant.ofEpochSecond(1_800_000_000);
    private static final Duration MOVED = Duration.ofMinutes(6);

    @ParameterizedTest
    @EnumSource(Delivery.Scheme.class)
    void a_signature_that_was_made_for_the_message_is_right(Delivery.Scheme scheme) {
        Arrival sent = arrival(scheme, START, START, "{\"a\": 1}");

        assertThat(attempt(scheme, sent, sent).isRight()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Delivery.Scheme.class)
    void that_of_another_body_or_none_is_wrong(Delivery.Scheme scheme) {
        Arrival sent = arrival(scheme, START, START, "{\"a\": 1}");

        assertThat(attempt(scheme, sent, with(sent, sent.headers(), "{\"a\":1}"))
                        .isRight())
                .isFalse();
        assertThat(attempt(scheme, sent, with(sent, List.of(), sent.body())).isRight())
                .isFalse();
    }

    @Test
    void one_of_several_signatures_has_to_be_right() {
        Arrival sent = arrival(Delivery.Scheme.STANDARD_WEBHOOKS, START, START, "{}");
        List<Header> headers = sent.headers().stream()
                .map(header -> header.name().equals("webhook-signature")
                        ? new Header(header.name(), "v1,AAAA " + header.value())
                        : header)
                .toList();

        assertThat(attempt(Delivery.Scheme.STANDARD_WEBHOOKS, sent, with(sent, headers, "{}"))
                        .isRight())
                .isTrue();
    }

    @Test
    void that_of_the_first_attempt_is_stale_after_its_tolerance() {
        Arrival first = arrival(Delivery.Scheme.STRIPE, START, START, "{}");
        Arrival later = arrival(Delivery.Scheme.STRIPE, START.plusSeconds(3), START, "{}");
        SignedAttempt attempt = attempt(Delivery.Scheme.STRIPE, first, later);

        assertThat(attempt.isOfItsTime()).isFalse();
        assertThat(attempt.age()).isEqualTo(MOVED.plusSeconds(3));
    }

    @Test
    void one_that_is_made_anew_is_not_stale_by_the_targets_clock_or_by_the_real_one() {
        Arrival first = arrival(Delivery.Scheme.STRIPE, START, START, "{}");
        Instant arrived = START.plusSeconds(3);

        assertThat(attempt(
                                Delivery.Scheme.STRIPE,
                                first,
                                arrival(Delivery.Scheme.STRIPE, arrived, arrived.plus(MOVED), "{}"))
                        .isOfItsTime())
                .isTrue();
        assertThat(attempt(Delivery.Scheme.STRIPE, first, arrival(Delivery.Scheme.STRIPE, arrived, arrived, "{}"))
                        .isOfItsTime())
                .isTrue();
    }

    private static SignedAttempt attempt(Delivery.Scheme scheme, Arrival first, Arrival later) {
        return new SignedAttempt(signature(scheme), first, later, MOVED);
    }

    private static Delivery.Signature signature(Delivery.Scheme scheme) {
        return new Delivery.Signature(scheme, "c2FtZWtleS10ZXN0", null, Duration.ofMinutes(5));
    }

    private static Arrival arrival(Delivery.Scheme scheme, Instant at, Instant signedFor, String body) {
        Request message = new Request("POST", "/events", List.of(new Header("webhook-id", "m-1")), body);
        Request sent = new Producer(() -> signedFor).signed(delivery(signature(scheme)), message);
        return new Arrival(at, sent.method(), sent.path(), sent.headers(), body, "u-1", "m-1", null, "503");
    }

    private static Delivery delivery(Delivery.Signature signature) {
        return new Delivery(
                Delivery.Form.PLAIN,
                null,
                null,
                null,
                signature,
                Map.of(),
                null,
                null,
                null,
                Map.of(),
                null,
                null,
                null);
    }

    private static Arrival with(Arrival sent, List<Header> headers, String body) {
        return new Arrival(
                sent.at(), sent.method(), sent.path(), headers, body, sent.about(), sent.key(), null, sent.response());
    }
}
