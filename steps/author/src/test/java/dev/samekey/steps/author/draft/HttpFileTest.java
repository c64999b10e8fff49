package dev.samekey.steps.author.draft;

import static dev.samekey.steps.author.draft.RecordingDraftTest.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpFileTest {
    private static final String FILE = """
            @host = https://pay.sandbox.example
            @token = s3cr3t

            ### Create a payment
            # @name createPayment
            POST {{host}}/payments?expand=
                all HTTP/1.1
            Content-Type: application/json
            // a comment
            Authorization: Bearer {{token}}
            Idempotency-Key: {{$random.uuid}}

            {
              "amount": 1000,
              "reference": "{{$guid}}",
              "customer": {{customerId}}
            }

            > {%
              client.global.set("id", response.body.id);
            %}

            ### Void
            < {% request.variables.set("a", 1) %}
            POST {{host}}/payments/{{paymentId}}/void
            Authorization: Bearer {{token}}
            Idempotency-Key: k

            ###
            GET {{host}}/payments
            ###
            POST {{host}}/files
            Content-Type: multipart/form-data; boundary=x

            --x
            """;

    @TempDir
    private Path folder = Path.of("");

    private Recording recording(String text) throws IOException {
        return HttpFile.read(Files.writeString(folder.resolve("payments.http"), text));
    }

    @Test
    void the_requests_of_a_file_are_drafted() throws IOException {
        RecordingDraft draft = new RecordingDraft(recording(FILE), Map.of());
        String text = draft.toString();
        TargetFile file = ReadBack.of(text);

        assertThat(file.target().operations()).containsOnlyKeys("payment", "void");
        assertThat(operation(file.target(), "payment").request().path()).isEqualTo("/payments?expand=all");
        assertThat(text)
                .contains(
                        "- https://pay.sandbox.example", "reference: \"${unique}\"", "customer: \"${env:CUSTOMER_ID}\"")
                .contains("Authorization: \"Bearer ${env:TOKEN}\"", "name: Idempotency-Key")
                .contains(
                        "path: \"/payments/${payment.id}/void\"",
                        "# Scripts not run: 2",
                        "the request in line 25 «Void»")
                .doesNotContain("s3cr3t");
        assertThat(draft.notImported())
                .singleElement()
                .asString()
                .startsWith("the request in line 32: its body has parts");
    }

    @Test
    void a_credential_that_stands_in_the_file_is_not_written() throws IOException {
        String text =
                new RecordingDraft(recording(FILE.replace("Bearer {{token}}", "Bearer abc.def")), Map.of()).toString();

        assertThat(text)
                .contains("Authorization: \"Bearer ${env:AUTHORIZATION}\"")
                .doesNotContain("abc.def");
    }

    @Test
    void a_body_may_be_a_file_beside_it() throws IOException {
        Files.writeString(folder.resolve("payment.json"), "{\"amount\": 5}");
        String file = "POST https://pay.sandbox.example/payments\nContent-Type: application/json\n\n< ./payment.json\n";

        assertThat(recording(file).requests())
                .singleElement()
                .satisfies(request -> assertThat(String.valueOf(request.file())).endsWith("payment.json"));
    }

    @Test
    void a_file_without_a_request_is_refused() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> recording("# nothing\n"))
                .withMessageContaining("has no request: one begins with a line such as «POST https://…»");
    }

    @ParameterizedTest
    @CsvSource({
        "a.http, DOCUMENT_IS_NOT_LOOKED_AT, HTTP",
        "a.har, '{}', HAR",
        "a.json, '{\"log\": {}}', HAR",
        "a.json, '{\"info\": {}, \"item\": []}', POSTMAN",
        "a.json, '{\"openapi\": \"3.0.0\", \"info\": {}}', DOCUMENT",
        "a.yaml, 'asyncapi: 3.0.0', DOCUMENT",
        "a.json, '{not JSON', DOCUMENT",
    })
    void a_file_shows_what_it_is(String name, String text, FileKind kind) throws IOException {
        assertThat(FileKind.of(Files.writeString(folder.resolve(name), text))).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "a.feature, x, samekey record --to URL",
        "a.js, x, samekey record --to URL",
        "a.bru, x, export the collection in Bruno as one of Postman",
        "a.json, '{\"_type\": \"export\", \"resources\": []}', export it in Insomnia as an HTTP archive",
    })
    void what_is_not_read_says_what_to_do(String name, String text, String advice) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> FileKind.of(file))
                .withMessageContaining(advice);
    }
}
