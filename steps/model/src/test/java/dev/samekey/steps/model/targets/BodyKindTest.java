package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a body is by its media type. */
class BodyKindTest {
    @ParameterizedTest
    @CsvSource({
        "application/json, JSON",
        "application/json; charset=utf-8, JSON",
        "application/vnd.api+json, JSON",
        "application/x-amz-json-1.0, JSON",
        "application/x-amz-json-1.1; charset=utf-8, JSON",
        "application/x-json, JSON",
        "application/x-ndjson, TEXT",
        "application/json-seq, TEXT",
        "application/cbor, TEXT",
        "application/soap+xml, XML",
        "application/x-www-form-urlencoded, FORM",
        "text/plain, TEXT"
    })
    void json_has_several_names(String mediaType, BodyKind kind) {
        assertThat(BodyKind.of(mediaType, null)).isEqualTo(kind);
    }
}
