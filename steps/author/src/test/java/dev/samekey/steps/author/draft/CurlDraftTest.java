package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
                "http://localhost/a?api_key=other-secret&x=1&sig=third%2fsecret&key=fourth-secret",
                "-H",
                "Authorization: Bearer s3cr3t-token",
                "-d",
                "a=1");
        String text = draft.text(draft.sketch(), null);
        assertThat(text)
                .contains("Bearer ${env:ALICE_TOKEN}", "api_key=${env:API_KEY}&x=1&sig=${env:SIG}&key=${env:KEY}");
        assertThat(text)
                .doesNotContain("other-secret", "s3cr3t", "third", "fourth")
                .contains("at_once: 8");
        assertThat(draft.missingVariables()).containsExactlyInAnyOrder("API_KEY", "SIG", "KEY");
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
                "curl http://localhost/a -d '<a>' -H 'Content-Type: text/xml' | cannot be sent as XML",
                "curl http://localhost/a -u alice -d a=1 | -u of the curl line has no password",
                "curl http://localhost/a -G -d a=1 | the option -G of the curl line makes a request that only reads",
                "curl http://localhost/a -F scan=@none.pdf | none.pdf, and there is no such file",
                "curl http://localhost/a -F 'note=a; b' | the part «note» of the curl line is not understood",
                "curl http://localhost/a -F =1 | the part «» of the curl line is not understood",
                "curl http://localhost/a -F a=1 -F a=2 | has two parts «a»",
                "curl http://localhost/a -F a=1 -d b=2 | has parts (-F) and another body (-d)",
                "curl http://localhost/a -T scan.pdf | write it as -X PUT --data-binary @FILE",
                "curl http://localhost/a --data-binary @none.pdf -H 'Content-Type: application/pdf' | none.pdf, and there is no such file",
                "curl http://localhost/a --data-urlencode note@none.txt | none.txt, and there is no such file",
            })
    void what_cannot_be_sent_is_refused_before_anything_is_sent(String line, String message) {
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> draft(Map.of(), line))
                .withMessageContaining(message);
    }

    @Test
    void a_certificate_and_a_signature_are_in_the_file_without_their_secrets() {
        CurlDraft draft = draft(
                Map.of(),
                "curl",
                "https://localhost/payments",
                "--cert",
                "../model/src/test/resources/tls/client.p12:secret",
                "--aws-sigv4",
                "aws:amz:eu-central-1:execute-api",
                "--user",
                "AKID:s3cr3t-key",
                "-d",
                BODY);
        assertThat(draft.text(draft.sketch(), null))
                .contains(
                        "certificate: ../model/src/test/resources/tls/client.p12",
                        "password: \"${env:TLS_PASSWORD}\"",
                        "${env:AWS_ACCESS_KEY_ID}",
                        "${env:AWS_SECRET_ACCESS_KEY}",
                        "service: execute-api")
                .doesNotContain("s3cr3t", "AKID");
        assertThat(draft.missingVariables())
                .containsExactly("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "TLS_PASSWORD");
        assertThat(draft.described()).contains("signed as $AWS_ACCESS_KEY_ID (Signature Version 4 of AWS)");
    }

    @Test
    void parts_are_sent_as_parts(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("scan.pdf"), "%PDF");
        Files.writeString(folder.resolve("letter.txt"), "Dear Sir");
        CurlDraft draft = in(
                folder,
                "curl",
                "http://localhost/claims",
                "-F",
                "reference=order-1",
                "-Famount=1000",
                "-F",
                "lines={\"sku\": 7};type=application/json",
                "-F",
                "letter=<letter.txt;filename=\"a letter.txt\"",
                "-F",
                "scan=@scan.pdf;type=application/pdf",
                "--form-string",
                "note=@home; really");
        assertThat(draft.kind()).isEqualTo(BodyKind.PARTS);
        assertThat(draft.sketch().body().toString())
                .isEqualTo("{\"reference\":\"order-1\",\"amount\":\"1000\","
                        + "\"lines\":{\"value\":\"{\\\"sku\\\": 7}\",\"type\":\"application/json\"},"
                        + "\"letter\":{\"value\":\"Dear Sir\",\"filename\":\"a letter.txt\"},"
                        + "\"scan\":{\"file\":\"scan.pdf\",\"type\":\"application/pdf\"},"
                        + "\"note\":\"@home; really\"}");
        assertThat(Leaves.unique(draft.kind(), draft.sketch().body())).contains("reference");
        assertThat(Leaves.others(draft.kind(), draft.sketch().body()).get("amount"))
                .hasToString("\"1100\"");
        assertThat(draft.text(draft.sketch(), null)).contains("multipart/form-data");
    }

    @Test
    void a_document_is_sent_as_it_is_and_its_elements_are_found(@TempDir Path folder) throws IOException {
        String xml = "<o:order xmlns:o=\"urn:o\"><o:reference>order-1</o:reference><o:amount>1000</o:amount></o:order>";
        Files.writeString(folder.resolve("order.xml"), xml);
        CurlDraft draft = in(
                folder,
                "curl",
                "http://localhost/orders",
                "-H",
                "Content-Type: application/xml",
                "--data-binary",
                "@order.xml");
        assertThat(draft.sketch().body().asText()).isEqualTo(xml);
        assertThat(Leaves.marked(draft.kind(), draft.sketch().body()).asText())
                .contains("<o:reference>${unique}</o:reference>");
        assertThat(Leaves.others(draft.kind(), draft.sketch().body())).containsOnlyKeys("//*[local-name()='amount']");
    }

    @Test
    void a_text_is_sent_as_a_text_and_a_file_as_its_bytes(@TempDir Path folder) throws IOException {
        Files.write(folder.resolve("scan.pdf"), new byte[] {(byte) 0xFF, 0});
        CurlDraft text = in(folder, "curl http://localhost/memos -H Content-Type:text/plain -d 'amount 1000'");
        assertThat(text.kind()).isEqualTo(BodyKind.TEXT);
        assertThat(text.sketch().body().asText()).isEqualTo("amount 1000");
        String line = "curl http://localhost/scans --data-binary @scan.pdf";
        CurlDraft bytes = in(folder, line + " -H 'Content-Type: application/pdf'");
        assertThat(bytes.text(bytes.sketch(), null)).contains("body_file: scan.pdf");
        assertThat(bytes.described()).contains("the bytes of scan.pdf");
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> in(folder, line))
                .withMessageContaining("scan.pdf, which is no text in UTF-8");
    }

    @ParameterizedTest
    @CsvSource({"note=a b&c, note, a b&c", "note@note.txt, note, from a file"})
    void what_is_to_be_encoded_is_a_field(String value, String name, String field, @TempDir Path folder)
            throws IOException {
        Files.writeString(folder.resolve("note.txt"), "from a file");
        CurlDraft draft = in(folder, "curl", "http://localhost/a", "-d", "a=1", "--data-urlencode", value);
        assertThat(draft.sketch().body().path(name).asText()).isEqualTo(field);
    }

    private static CurlDraft in(Path folder, String... words) {
        CurlDraft draft = new CurlDraft(CurlLine.of(List.of(words), folder), null, folder, false, Map.of());
        assertThat(ReadBack.of(draft.text(draft.sketch(), null), folder, Map.of())
                        .target()
                        .operations())
                .hasSize(1);
        return draft;
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
        return Leaves.marked(
                        BodyKind.JSON,
                        draft(Map.of(), "curl", "http://localhost/a", "--json", body)
                                .sketch()
                                .body())
                .toString();
    }

    private static CurlDraft draft(Map<String, String> environment, String... words) {
        @Nullable String noKey = null;
        CurlDraft draft =
                new CurlDraft(CurlLine.of(List.of(words), Path.of("")), noKey, Path.of(""), false, environment);
        assertThat(ReadBack.of(draft.text(draft.sketch(), null), Map.of("TLS_PASSWORD", "secret"))
                        .target()
                        .operations())
                .hasSize(1);
        return draft;
    }
}
