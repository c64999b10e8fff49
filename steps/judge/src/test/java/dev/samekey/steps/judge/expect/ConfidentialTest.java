package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Secrets;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConfidentialTest {
    private static final String CARD = "4111 1111 1111 1111";
    private static final String IBAN = "DE89370400440532013000";

    @Test
    void a_token_is_looked_for_without_its_scheme() {
        assertThat(of(null, new Header("Authorization", "Bearer alice-token")).kindsByText())
                .containsOnlyKeys("alice-token");
    }

    @Test
    void a_password_is_looked_for_as_it_was_sent_and_as_it_is() {
        String basic = Base64.getEncoder().encodeToString("alice:open sesame".getBytes(StandardCharsets.UTF_8));

        assertThat(of(null, new Header("Authorization", "Basic " + basic)).kindsByText())
                .containsOnlyKeys(basic, "open sesame");
    }

    @Test
    void each_cookie_has_a_value_of_its_own() {
        assertThat(of(null, new Header("Cookie", "sid=abcdef123; theme=dark")).kindsByText())
                .containsOnlyKeys("abcdef123");
    }

    @Test
    void a_value_from_the_environment_is_secret_in_any_header() {
        Request request = new Request("POST", "/", List.of(new Header("X-Who", "s3cret-value")), null);

        assertThat(Confidential.of(List.of(request), new Secrets(Map.of("s3cret-value", "$WHO")))
                        .kindsByText())
                .containsOnlyKeys("s3cret-value");
    }

    @Test
    void a_key_a_name_and_a_short_word_are_no_secrets() {
        assertThat(of(
                                "{\"amount\": 1000}",
                                new Header("Idempotency-Key", "0c9d5a3e"),
                                new Header("X-User", "alice-liddell"),
                                new Header("X-Api-Key", "bob"))
                        .kindsByText())
                .isEmpty();
    }

    @Test
    void a_card_number_is_looked_for_with_and_without_its_blanks() {
        assertThat(of("{\"card\": \"" + CARD + "\"}").kindsByText())
                .containsOnlyKeys(CARD, CARD.replace(" ", ""))
                .containsValue("a card number");
    }

    @Test
    void digits_that_only_look_like_a_card_number_are_none() {
        assertThat(of("{\"order\": \"4111111111111112\", \"at\": 1700000000000}")
                        .kindsByText())
                .isEmpty();
    }

    @Test
    void an_account_number_is_recognized_by_its_check_digits() {
        assertThat(of("{\"payee\": \"" + IBAN + "\"}").kindsByText()).containsOnlyKeys(IBAN);
        assertThat(of("{\"payee\": \"DE88370400440532013000\"}").kindsByText()).isEmpty();
    }

    @Test
    void a_masked_text_has_no_secret() {
        assertThat(of("{\"payee\": \"" + IBAN + "\"}").masked("paid to " + IBAN + " at last"))
                .isEqualTo("paid to [an IBAN] at last");
    }

    private static Confidential of(@Nullable String body, Header... headers) {
        return Confidential.of(List.of(new Request("POST", "/", List.of(headers), body)), new Secrets(Map.of()));
    }
}
