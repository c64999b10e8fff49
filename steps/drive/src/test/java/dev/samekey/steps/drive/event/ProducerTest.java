package dev.samekey.steps.drive.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Delivery.Form;
import dev.samekey.steps.model.targets.Delivery.Place;
import dev.samekey.steps.model.targets.Delivery.Scheme;
import dev.samekey.steps.model.targets.Delivery.Signature;
import dev.samekey.steps.model.targets.Delivery.Source;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The signatures are those that the schemes' own documentation gives; Stripe's gives none, so OpenSSL made that one. */
class ProducerTest {
    private static final Signature STANDARD =
            new Signature(Scheme.STANDARD_WEBHOOKS, "whsec_plJ3nmyCDGBKInavdOK15jsl", null, Duration.ofMinutes(5));
    private static final Signature STRIPE =
            new Signature(Scheme.STRIPE, "whsec_test_secret", null, Duration.ofMinutes(5));
    private static final Signature GITHUB =
            new Signature(Scheme.GITHUB, "It's a Secret to Everybody", null, Duration.ofMinutes(5));
    private static final String PING = "{\"event_type\":\"ping\",\"data\":{\"success\":true}}";

    @Test
    void a_delivery_is_signed_as_its_scheme_says() {
        Request ping = event(PING).with("webhook-id", "msg_loFOjxBNrRLzqYUf");
        Request standard = at(1731705121).signed(delivery(Form.PLAIN, STANDARD, null), ping);
        assertThat(standard.header("webhook-timestamp")).hasValue("1731705121");
        assertThat(standard.header("webhook-signature")).hasValue("v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=");
        assertThat(at(1712345678)
                        .signed(delivery(Form.PLAIN, STRIPE, null), event("{\"id\":\"evt_1\"}"))
                        .header("Stripe-Signature"))
                .hasValue("t=1712345678,v1=3e9fef6bb0be1690b1c51c8207fbd277a1f23efc0c150a508e309efc4c1aaad4");
        assertThat(at(0).signed(delivery(Form.PLAIN, GITHUB, null), event("Hello, World!"))
                        .header("X-Hub-Signature-256"))
                .hasValue("sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
    }

    @Test
    void a_delivery_that_is_signed_again_has_one_signature() {
        Delivery delivery = delivery(Form.PLAIN, STRIPE, null);
        Request again = at(1712345678).signed(delivery, at(5).signed(delivery, event("{\"id\":\"evt_1\"}")));
        assertThat(again).isEqualTo(at(1712345678).signed(delivery, event("{\"id\":\"evt_1\"}")));
    }

    @Test
    void what_is_not_to_be_signed_is_left_as_it_is() {
        assertThat(at(0).signed(delivery(Form.PLAIN, null, null), event(PING))).isEqualTo(event(PING));
        assertThat(at(0).signed(null, event(PING))).isEqualTo(event(PING));
    }

    @Test
    void a_forged_and_a_stale_delivery_differ_from_a_good_one_in_their_signature_alone() {
        Producer producer = at(1731705121);
        Delivery delivery = delivery(Form.PLAIN, STANDARD, null);
        Request good = producer.signed(delivery, event(PING));
        Request stale = Objects.requireNonNull(producer.stale(delivery, event(PING)));
        assertThat(producer.forged(delivery, good).body()).isEqualTo(PING);
        assertThat(producer.forged(delivery, good).header("webhook-signature"))
                .isPresent()
                .isNotEqualTo(good.header("webhook-signature"));
        assertThat(stale.header("webhook-timestamp")).hasValue(String.valueOf(1731705121 - 300 - 60));
        Request nearly = Objects.requireNonNull(producer.nearlyStale(delivery, event(PING)));
        assertThat(nearly.header("webhook-timestamp")).hasValue(String.valueOf(1731705121 - 300 + 60));
        assertThat(producer.unsigned(delivery, good).header("webhook-signature"))
                .isEmpty();
    }

    @Test
    void each_delivery_has_an_id_of_its_own_which_is_signed() {
        Delivery delivery = delivery(Form.PLAIN, new Place("/delivery", null), GITHUB, null);
        Request one = at(0).signed(delivery, event("{\"id\":\"evt_1\"}"));
        Request other = at(0).signed(delivery, one);

        assertThat(one.body()).startsWith("{\"id\":\"evt_1\",\"delivery\":\"d-");
        assertThat(other.body())
                .startsWith("{\"id\":\"evt_1\",\"delivery\":\"d-")
                .isNotEqualTo(one.body());
        assertThat(at(0).signed(delivery, new Request("GET", "/state", List.of(), null))
                        .body())
                .as("what only reads")
                .isNull();
        assertThat(other.header("X-Hub-Signature-256")).isPresent().isNotEqualTo(one.header("X-Hub-Signature-256"));
    }

    @Test
    void an_event_that_is_signed_as_it_is_written_keeps_its_bytes_and_has_an_id_of_its_delivery_in_a_header() {
        Request spaced = event("{ \"delivery\" : \"0\" }");
        Delivery inBody = delivery(Form.PLAIN, new Place("/delivery", null), GITHUB, null);
        Delivery inHeader = delivery(Form.PLAIN, new Place(null, "X-Delivery"), GITHUB, null);

        assertThat(at(0).signed(inBody, spaced).body()).doesNotContain(" ");
        assertThat(at(0).signedAsWritten(inBody, spaced).body()).isEqualTo(spaced.body());
        assertThat(at(0).signedAsWritten(inHeader, spaced).header("X-Delivery")).isPresent();
        assertThat(at(0).signedAsWritten(inHeader, spaced).body()).isEqualTo(spaced.body());
    }

    @Test
    void a_signature_may_stand_in_a_header_of_the_api() {
        Signature own = new Signature(Scheme.GITHUB, GITHUB.secret(), "X-Signature", Duration.ofMinutes(5));
        Delivery delivery = delivery(Form.PLAIN, own, null);
        Request signed = at(0).signed(delivery, event("Hello, World!"));

        assertThat(signed.header("X-Signature"))
                .hasValue("sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
        assertThat(at(0).unsigned(delivery, signed).header("X-Signature")).isEmpty();
    }

    @Test
    void a_signature_without_a_time_is_never_stale() {
        assertThat(at(0).stale(delivery(Form.PLAIN, GITHUB, null), event(PING))).isNull();
        assertThat(at(0).nearlyStale(delivery(Form.PLAIN, GITHUB, null), event(PING)))
                .isNull();
    }

    @Test
    void a_tolerance_below_two_minutes_has_passed_by_half_where_a_signature_is_nearly_stale() {
        Signature brief = new Signature(Scheme.STRIPE, "whsec_test_secret", null, Duration.ofSeconds(30));
        assertThat(brief.nearlyStale()).isEqualTo(Duration.ofSeconds(15));
        assertThat(STRIPE.nearlyStale()).isEqualTo(Duration.ofMinutes(4));
        assertThat(STRIPE.stale()).isEqualTo(Duration.ofMinutes(6));
    }

    @Test
    void another_source_is_where_the_file_or_the_form_says() {
        Producer producer = at(0);
        Request elsewhere = producer.fromAnotherSource(
                delivery(Form.PLAIN, null, new Source(null, null, "/hooks/2", null)), event(PING));
        assertThat(elsewhere.path()).isEqualTo("/hooks/2");
        assertThat(producer.fromAnotherSource(
                                delivery(Form.CLOUDEVENTS_STRUCTURED, null, new Source(null, null, null, "/b")),
                                event("{\"id\":\"1\",\"source\":\"/a\"}"))
                        .body())
                .isEqualTo("{\"id\":\"1\",\"source\":\"/b\"}");
        assertThat(producer.fromAnotherSource(
                                delivery(Form.CLOUDEVENTS_BINARY, null, new Source(null, null, null, "/b")),
                                event("{}"))
                        .header("ce-source"))
                .hasValue("/b");
    }

    @Test
    void the_event_before_has_an_id_of_its_own() {
        Delivery delivery = delivery(Form.CLOUDEVENTS_BINARY, null, null);
        Request before = at(0).earlier(delivery, event("{\"type\":\"late\"}").with("ce-id", "7"));
        assertThat(before.header("ce-id")).hasValue("7-before");
        assertThat(before.body()).isEqualTo("{\"type\":\"early\"}");
        assertThat(at(0).withoutId(delivery, before).header("ce-id")).isEmpty();
        assertThat(at(0).id(delivery, before)).isEqualTo("7-before");
    }

    @Test
    void what_the_file_does_not_say_is_not_checked() {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> at(0).forged(delivery(Form.PLAIN, null, null), event(PING)))
                .withMessageContaining("delivery.signature");
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> at(0).fromAnotherSource(delivery(Form.PLAIN, null, null), event(PING)))
                .withMessageContaining("delivery.source");
    }

    private static Producer at(long seconds) {
        return new Producer(() -> Instant.ofEpochSecond(seconds));
    }

    private static Request event(String body) {
        return new Request("POST", "/hooks/1", List.of(new Header("Content-Type", "application/json")), body);
    }

    private static Delivery delivery(Form form, @Nullable Signature signature, @Nullable Source source) {
        return delivery(form, null, signature, source);
    }

    private static Delivery delivery(
            Form form, @Nullable Place attempt, @Nullable Signature signature, @Nullable Source source) {
        return new Delivery(
                form,
                null,
                attempt,
                source,
                signature,
                Map.of("/type", TextNode.valueOf("early")),
                null,
                null,
                null,
                Map.of(),
                null,
                null,
                null);
    }
}
