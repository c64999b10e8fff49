package dev.samekey.oracles.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.Stub;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.http.Fetch;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Its answers have the form of the JSON that Jaeger's query service gives its user interface. */
class JaegerTest {
    private static final String PATH = "/api/traces";
    private static final String ONE_TRACE = """
            {"data": [{"traceID": "5b8efff7", "spans": [
               {"traceID": "5b8efff7", "spanID": "1", "operationName": "POST /payments", "references": [],
                "startTime": 1700000000000000, "duration": 2000, "processID": "p1", "tags": [
                  {"key": "key", "type": "string", "value": "k-1"}, {"key": "attempt", "type": "int64", "value": 2}]},
               {"traceID": "5b8efff7", "spanID": "2", "operationName": "INSERT", "tags": []}],
              "processes": {"p1": {"serviceName": "payments"}}}],
             "total": 0, "limit": 0, "offset": 0, "errors": null}""";

    @Test
    void the_spans_with_a_tag_are_found() {
        try (Stub stub = new Stub()) {
            List<Span> spans = jaeger(stub.telling(PATH, ONE_TRACE)).with("key", "k-1");

            assertThat(spans).hasSize(1);
            assertThat(spans.get(0).name()).isEqualTo("POST /payments");
            assertThat(spans.get(0).attributes()).containsEntry("attempt", "2");
            assertThat(stub.parameter("service")).isEqualTo("payments");
            assertThat(stub.parameter("tags")).isEqualTo("{\"key\":\"k-1\"}");
            assertThat(stub.parameter("start")).isEqualTo("1699999940000000");
        }
    }

    @Test
    void any_trace_since_then_shows_that_they_come() {
        try (Stub stub = new Stub()) {
            assertThat(jaeger(stub.telling(PATH, ONE_TRACE)).anySince(Instant.now()))
                    .isTrue();
            assertThat(jaeger(stub.telling(PATH, "{\"data\": []}")).anySince(Instant.now()))
                    .isFalse();
        }
    }

    @Test
    void an_answer_without_traces_is_silence() {
        try (Stub stub = new Stub()) {
            assertThatExceptionOfType(OracleSilent.class)
                    .isThrownBy(jaeger(stub.telling(PATH, "{\"data\": null, \"errors\": [{\"code\": 400}]}"))::check)
                    .withMessageContaining("did not answer with traces");
        }
    }

    private static Jaeger jaeger(URI url) {
        return new Jaeger(
                new Fetch(Duration.ofSeconds(30)), url, "payments", Map.of(), Instant.ofEpochSecond(1_700_000_000));
    }
}
