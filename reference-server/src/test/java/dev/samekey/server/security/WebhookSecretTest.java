package dev.samekey.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Body;
import dev.samekey.server.http.Call;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What each scheme's own documentation signs is let in; the one without published signatures was signed by OpenSSL. */
class WebhookSecretTest {
    private static final Signed STANDARD = new Signed(
            "standard-webhooks:whsec_plJ3nmyCDGBKInavdOK15jsl",
            1731705121,
            "{\"event_type\":\"ping\",\"data\":{\"success\":true}}",
            Map.of(
                    "webhook-id", "msg_loFOjxBNrRLzqYUf",
                    "webhook-timestamp", "1731705121",
                    "webhook-signature", "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0="));
    private static final Signed STRIPE = new Signed(
            "stripe:whsec_test_secret",
            1712345678,
            "{\"id\":\"evt_1\"}",
            Map.of(
                    "stripe-signature",
                    "t=1712345678,v1=3e9fef6bb0be1690b1c51c8207fbd277a1f23efc0c150a508e309efc4c1aaad4"));
    private static final Signed GITHUB = new Signed(
            "github:It's a Secret to Everybody",
            1712345678,
            "Hello, World!",
            Map.of("x-hub-signature-256", "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"));
    private static final List<Signed> ALL = List.of(STANDARD, STRIPE, GITHUB);

    @Test
    void whoever_has_the_secret_is_let_in() {
        assertThat(ALL).allSatisfy(signed -> assertThatCode(signed::verify).doesNotThrowAnyException());
    }

    @Test
    void another_body_another_secret_and_no_signature_are_refused() {
        assertThat(ALL).allSatisfy(signed -> {
            refused(signed.withBody(signed.body() + " "));
            refused(signed.withSecret(signed.secret() + "QUFB"));
            refused(signed.withHeaders(Map.of()));
        });
    }

    @Test
    void a_signature_is_stale_after_five_minutes_and_too_early_before() {
        assertThat(List.of(STANDARD, STRIPE)).allSatisfy(signed -> {
            assertThatCode(() -> signed.later(Duration.ofSeconds(299)).verify()).doesNotThrowAnyException();
            refused(signed.later(Duration.ofSeconds(301)));
            refused(signed.later(Duration.ofSeconds(-301)));
        });
    }

    @Test
    void one_of_several_signatures_is_enough() {
        Map<String, String> rotated = new HashMap<>(STANDARD.headers());
        rotated.put("webhook-signature", "v1,AAAA " + STANDARD.headers().get("webhook-signature"));
        assertThatCode(() -> STANDARD.withHeaders(rotated).verify()).doesNotThrowAnyException();
    }

    @Test
    void a_time_that_is_none_is_refused() {
        refused(STRIPE.withHeaders(Map.of("stripe-signature", "v1=00")));
        Map<String, String> timeless = new HashMap<>(STANDARD.headers());
        timeless.put("webhook-timestamp", "99999999999999999999");
        refused(STANDARD.withHeaders(timeless));
    }

    @Test
    void a_secret_without_its_scheme_is_refused_and_never_told() {
        assertThatThrownBy(() -> WebhookSecret.parse("s3cret")).hasMessageContaining("standard-webhooks:");
        assertThatThrownBy(() -> WebhookSecret.parse("github:")).hasMessageContaining("empty");
        assertThat(WebhookSecret.parse("github:s3cret")).hasToString("github");
    }

    private static void refused(Signed signed) {
        assertThatThrownBy(signed::verify)
                .isInstanceOfSatisfying(
                        FaultException.class, told -> assertThat(told.fault()).isEqualTo(Fault.SIGNATURE_INVALID));
    }

    private record Signed(String secret, long now, String body, Map<String, String> headers) {
        void verify() {
            Map<String, List<String>> sent = new HashMap<>();
            headers.forEach((name, value) -> sent.put(name, List.of(value)));
            Call call =
                    new Call("POST", "/", Map.of(), Map.of(), sent, new Body(body.getBytes(StandardCharsets.UTF_8)));
            WebhookSecret.parse(secret)
                    .signature(Clock.fixed(Instant.ofEpochSecond(now), ZoneOffset.UTC))
                    .verify(call);
        }

        Signed withBody(String other) {
            return new Signed(secret, now, other, headers);
        }

        Signed withSecret(String other) {
            return new Signed(other, now, body, headers);
        }

        Signed withHeaders(Map<String, String> other) {
            return new Signed(secret, now, body, other);
        }

        Signed later(Duration by) {
            return new Signed(secret, now + by.toSeconds(), body, headers);
        }
    }
}
