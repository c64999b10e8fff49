package dev.samekey.steps.model.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.file.YamlFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentTest {
    private final Document document = Document.of(YamlFile.of("api.yaml", """
            openapi: 3.0.3
            info: {description: Keys are for retries. An Idempotency-Key lives for 24 hours. Retry on 503 under the same key.}
            paths:
              /payments:
                post:
                  responses: {"409": {$ref: "#/components/responses/Busy"}, 4XX: {description: Refused}, default: {description: Other}}
              /payments/search: {post: {}}
              /payments/{id}: {post: {}, delete: {}}
              /payments/{id}/void: {post: {}}
            components:
              responses: {Busy: {description: In progress, headers: {retry-after: {}}, content: {x: {examples: {in_progress: {value: {code: BUSY}}}}}}}
            """));

    @ParameterizedTest
    @CsvSource({
        "POST, /payments, /payments",
        "POST, /v1/payments?x=y, /payments",
        "POST, /payments/search, /payments/search",
        "DELETE, /payments/${payment.id}, /payments/{id}",
        "POST, /payments/${payment.id}/void, /payments/{id}/void"
    })
    void the_request_of_a_target_file_is_found(String method, String path, String template) {
        assertThat(document.describing(method, path))
                .get()
                .extracting(Described::path)
                .isEqualTo(template);
    }

    @Test
    void what_is_not_described_is_not_found() {
        assertThat(document.describing("PUT", "/payments/1")).isEmpty();
        assertThat(document.describing("POST", "/refunds")).isEmpty();
    }

    @Test
    void an_answer_is_said_by_its_status_or_range_and_not_by_a_default() {
        Refusals refusals =
                new Refusals(document.describing("POST", "/payments").orElseThrow());

        assertThat(refusals.said(409)).get().asString().contains("busy", "in progress");
        assertThat(refusals.said(422)).get().asString().contains("refused");
        assertThat(refusals.said(500)).isEmpty();
        assertThat(refusals.saysWhen(409)).isTrue();
    }

    @Test
    void prose_is_what_speaks_of_the_key() {
        Prose prose = Prose.of(document, "Idempotency-Key");

        assertThat(prose.texts()).hasSize(1);
        assertThat(prose.durations()).hasSize(1);
        assertThat(prose.saysWhenToRetry()).isTrue();
        assertThat(new Prose(java.util.List.of("An Idempotency-Key may be retried.")).saysWhenToRetry())
                .isFalse();
    }
}
