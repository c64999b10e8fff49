package dev.samekey.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.server.contract.FaultException;
import dev.samekey.server.json.Json;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalFingerprintTest {
    private final Fingerprint fingerprint = new CanonicalFingerprint(new Json(), Set.of("/client_time", "/a/nonce"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"b\":2}       | { \"b\" : 2, \"a\" : 1 }",
                "{\"a\":1000}            | {\"a\":1000.0}",
                "{\"a\":1000}            | {\"a\":1e3}",
                "{\"a\":0}               | {\"a\":-0.0}",
                "{\"a\":\"E\"}           | {\"a\":\"\\u0045\"}",
                "{\"a\":{\"x\":1,\"y\":[]}} | {\"a\":{\"y\":[ ],\"x\":1}}",
                "{\"a\":1}               | {\"a\":1,\"client_time\":\"12:00\"}",
                "{\"a\":{\"x\":1}}       | {\"a\":{\"x\":1,\"nonce\":2}}",
                "                        | {}",
            })
    void two_ways_to_write_one_payload_are_the_same(String one, String other) {
        assertThat(of(one)).isEqualTo(of(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":9007199254740993} | {\"a\":9007199254740992}",
                "{\"a\":1}                | {\"a\":\"1\"}",
                "{\"a\":null}             | {}",
                "{\"a\":null}             | {\"a\":\"null\"}",
                "{\"a\":[1,2]}            | {\"a\":[2,1]}",
                "{\"a\":{\"b\":1}}        | {\"a\":{\"b\":2}}",
                "{\"a\":\"\\u00e9\"}      | {\"a\":\"e\\u0301\"}",
                "{\"a\":\"\\ud800\"}      | {\"a\":\"\\ud801\"}",
                "{\"a\":\"x\\\",\\\"b\"}  | {\"a\":\"x\",\"b\":\"\"}",
                "{\"a\":{\"client_time\":1}} | {\"a\":{}}",
            })
    void two_payloads_are_different(String one, String other) {
        assertThat(of(one)).isNotEqualTo(of(other));
    }

    @Test
    void a_path_parameter_counts() {
        assertThat(fingerprint.of(TestCalls.to("/payments/{id}/void", Map.of("id", "1"))))
                .isNotEqualTo(fingerprint.of(TestCalls.to("/payments/{id}/void", Map.of("id", "2"))));
    }

    @Test
    void a_query_parameter_counts() {
        assertThat(fingerprint.of(TestCalls.asking(Map.of("reference", "1"))))
                .isNotEqualTo(fingerprint.of(TestCalls.asking(Map.of("reference", "2"))));
    }

    @Test
    void a_route_counts() {
        assertThat(fingerprint.of(TestCalls.to("/payments", Map.of())))
                .isNotEqualTo(fingerprint.of(TestCalls.to("/refunds", Map.of())));
    }

    @Test
    void it_is_a_digest_and_not_the_payload() {
        assertThat(of("{\"payer\":\"p1\"}")).matches("[0-9a-f]{64}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "1", "{\"a\":1,\"a\":2}", "{} {}", "{\"a\":1e99999999999}"})
    void what_is_not_one_json_object_has_no_fingerprint(String body) {
        assertThatThrownBy(() -> of(body)).isInstanceOf(FaultException.class);
    }

    @Test
    void a_number_with_a_huge_exponent_is_not_spelled_out() {
        assertThat(of("{\"a\":1e999999999}")).isNotEqualTo(of("{\"a\":1e999999998}"));
    }

    private String of(@Nullable String body) {
        return fingerprint.of(TestCalls.with(body == null ? "" : body));
    }
}
