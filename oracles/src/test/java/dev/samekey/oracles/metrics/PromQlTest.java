package dev.samekey.oracles.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.Stub;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.http.Fetch;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Its answers have the form of those of Prometheus 2.42, which was asked the same. */
class PromQlTest {
    private static final String PATH = "/api/v1/query";

    @Test
    void a_counter_is_summed_by_the_server_that_has_collected_it() {
        try (Stub stub = new Stub()) {
            PromQl promql = promql(stub.telling(PATH, vector("[{\"metric\":{},\"value\":[1435781451.781,\"12\"]}]")));

            assertThat(promql.read(List.of("x_total{outcome=\"created\"}")).value())
                    .containsOnly(Map.entry("x_total{outcome=\"created\"}", 12.0));
            assertThat(stub.parameter("query")).isEqualTo("sum(x_total{job=\"api\",outcome=\"created\"})");
            assertThat(stub.asked("Authorization")).isEqualTo("Bearer abc");
        }
    }

    @Test
    void a_counter_that_nobody_has_or_that_is_no_number_is_not_there() {
        try (Stub stub = new Stub()) {
            assertThat(promql(stub.telling(PATH, vector("[]")))
                            .read(List.of("x_total"))
                            .value())
                    .isEmpty();
            assertThat(promql(stub.telling(PATH, vector("[{\"metric\":{},\"value\":[1,\"NaN\"]}]")))
                            .read(List.of("x_total"))
                            .value())
                    .isEmpty();
        }
    }

    @Test
    void the_server_knows_when_the_oldest_value_was_collected() {
        try (Stub stub = new Stub()) {
            PromQl promql = promql(
                    stub.telling(PATH, vector("[{\"metric\":{},\"value\":[1795299688.864,\"1795299623.556\"]}]")));

            assertThat(promql.collected(List.of("x_total"))).hasValue(1795299623.556);
            assertThat(stub.parameter("query")).isEqualTo("min(timestamp(x_total{job=\"api\"}))");
        }
    }

    @Test
    void an_error_is_silence() {
        try (Stub stub = new Stub()) {
            PromQl promql = promql(
                    stub.telling(PATH, "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"parse error\"}"));

            assertThatExceptionOfType(OracleSilent.class)
                    .isThrownBy(() -> new MetricsOracle(promql, Duration.ZERO).check())
                    .withMessageContaining("did not answer with a vector");
        }
    }

    private static String vector(String result) {
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":" + result + "}}";
    }

    private static PromQl promql(URI url) {
        return new PromQl(new Fetch(Duration.ofSeconds(30)), url, "job=\"api\"", Map.of("Authorization", "Bearer abc"));
    }
}
