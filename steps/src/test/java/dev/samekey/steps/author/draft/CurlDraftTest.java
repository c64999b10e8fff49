package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurlDraftTest {
    private static final String BODY = "{\"amount\": 1000, \"currency\": \"EUR\", \"reference\": \"order-1\"}";

    @Test
    void a_line_becomes_a_target_file_without_its_secrets() {
        CurlDraft draft = draft(
                Map.of(),
                "curl",
                "http://localhost:8080/v1/payments",
                "-H",
                "Authorization: Bearer s3cr3t-token",
                "-H",
                "X-Api-Key: another-secret",
                "-H",
                "Idempotency-Key: abc",
                "-H",
                "X-Tenant: north",
                "-d",
                BODY);
        String text = draft.text(draft.sketch(), null);
        assertThat(text)
                .contains("Bearer ${env:API_TOKEN}", "${env:X_API_KEY}", "writes: allowed")
                .doesNotContain("s3cr3t-token", "another-secret", "abc");
        assertThat(String.join("\n", draft.described()))
                .contains("Bearer $API_TOKEN")
                .doesNotContain("s3cr3t");
        assertThat(draft.missingVariables()).containsExactly("API_TOKEN", "X_API_KEY");

        TargetFile file = draft.file(text, Path.of(""));
        assertThat(file.secrets().redact("s3cr3t-token another-secret")).isEqualTo("$API_TOKEN $X_API_KEY");
        assertThat(file.contract().key().name()).isEqualTo("Idempotency-Key");
        Operation payment = Objects.requireNonNull(file.target().operations().get("payment"));
        assertThat(payment.request().path()).isEqualTo("/v1/payments");
        assertThat(payment.request().headers()).containsExactly(Map.entry("X-Tenant", "north"));
        assertThat(String.valueOf(payment.request().body())).contains("\"amount\":1000");
    }

    @Test
    void a_variable_that_has_the_secret_already_is_named() {
        CurlDraft draft = draft(
                Map.of("ALICE_TOKEN", "s3cr3t-token"),
                "curl",
                "http://localhost/a?api_key=other-secret&x=1",
                "-H",
                "Authorization: Bearer s3cr3t-token",
                "-d",
                "a=1");
        String text = draft.text(draft.sketch(), null);
        assertThat(text).contains("Bearer ${env:ALICE_TOKEN}", "api_key=${env:API_KEY}&x=1");
        assertThat(text).doesNotContain("other-secret", "s3cr3t");
        assertThat(draft.missingVariables()).containsExactly("API_KEY");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "curl http://localhost/a -d a=1 | HEADER | Idempotency-Key",
                "curl http://localhost/a -H 'x-idempotency-key: 1' -d a=1 | HEADER | x-idempotency-key",
                "curl http://localhost/a -H 'PayPal-Request-Id: 1' -d a=1 | HEADER | PayPal-Request-Id",
                "curl http://localhost/a --json '{\"idempotency_key\": \"1\", \"a\": 1}' | BODY | idempotency_key",
                "curl http://localhost/a -d 'ClientToken=1&a=1' | FORM | ClientToken"
            })
    void the_key_is_where_the_line_has_it(String line, Key.Place place, String name) {
        CurlDraft draft = draft(Map.of(), line);
        assertThat(draft.key().in()).isEqualTo(place);
        assertThat(draft.keyName()).isEqualTo(name);
        assertThat(String.valueOf(draft.sketch().body())).doesNotContain(name);
    }

    @Test
    void a_form_is_sent_as_a_form_and_what_looks_like_json_as_json() {
        assertThat(draft(Map.of(), "curl", "http://localhost/a", "-d", "amount=1&currency=eur")
                        .text(
                                draft(Map.of(), "curl", "http://localhost/a", "-d", "amount=1")
                                        .sketch(),
                                null))
                .contains("application/x-www-form-urlencoded");
        assertThat(draft(Map.of(), "curl", "http://localhost/a", "-d", BODY).remarks())
                .anyMatch(remark -> remark.contains("looks like JSON"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "curl https://pay.acme.com/a -d a=1 | «pay.acme.com» looks like production",
                "curl http://localhost/a --json '{\"a\": 1' | is no JSON: at line 1",
                "curl http://localhost/a -d '<a/>' | neither JSON nor a form",
                "curl http://localhost/a -d '<a/>' -H 'Content-Type: text/xml' | «text/xml», and «samekey try» sends JSON",
            })
    void what_cannot_be_sent_is_refused_before_anything_is_sent(String line, String message) {
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> draft(Map.of(), line))
                .withMessageContaining(message);
    }

    @Test
    void the_member_that_is_most_likely_the_senders_gets_a_new_value() {
        assertThat(marked("{\"note\": \"x\", \"reference\": \"r\"}")).contains("\"reference\":\"${unique}\"");
        assertThat(marked("{\"order\": \"A-2024-17\", \"payer\": \"p\"}")).contains("\"order\":\"${unique}\"");
        assertThat(marked("{\"amount\": 1, \"description\": \"x\"}")).contains("\"description\":\"${unique}\"");
        assertThat(marked("{\"amount\": 1, \"payer\": \"p\"}")).doesNotContain("${unique}");
        assertThat(marked("{\"reference\": \"r\", \"payer\": \"${unique}\"}")).contains("\"reference\":\"r\"");
    }

    private static String marked(String body) {
        return Leaves.marked(draft(Map.of(), "curl", "http://localhost/a", "--json", body)
                        .sketch()
                        .body())
                .toString();
    }

    private static CurlDraft draft(Map<String, String> environment, String... words) {
        @Nullable String noKey = null;
        return new CurlDraft(CurlLine.of(List.of(words), Path.of("")), noKey, false, environment);
    }
}
