package dev.samekey.oracles.traces;

import static dev.samekey.oracles.Stub.recorded;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Its answers are those that Jaeger 1.63.0 gave to the same questions. */
class JaegerTest {
    private static final String PATH = "/api/traces";
    private static final String ONE_TRACE = recorded("jaeger-traces.json");

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
            assertThat(jaeger(stub.telling(PATH, recorded("jaeger-no-traces.json")))
                            .anySince(Instant.now()))
                    .isFalse();
        }
    }

    @Test
    void a_full_page_is_silence() {
        String trace = ONE_TRACE.substring(ONE_TRACE.indexOf('[') + 1, ONE_TRACE.indexOf("],\"total\""));
        String full = IntStream.range(0, 200)
                .mapToObj(n -> trace.replace("5b8efff7", String.format("%08x", n)))
                .collect(Collectors.joining(",", "{\"data\":[", "],\"total\":0,\"errors\":null}"));
        try (Stub stub = new Stub()) {
            assertSilent(() -> jaeger(stub.telling(PATH, full)).with("key", "k-1"), "gave 200 traces");
        }
    }

    @Test
    void who_refuses_a_question_says_why() {
        try (Stub stub = new Stub()) {
            assertSilent(
                    jaeger(stub.telling(PATH, 400, recorded("jaeger-refusal.json")))::check,
                    "\"msg\":\"parameter 'service' is required\"");
        }
    }

    @Test
    void an_answer_without_traces_is_silence() {
        try (Stub stub = new Stub()) {
            assertSilent(jaeger(stub.telling(PATH, "{}"))::check, "did not answer with traces");
        }
    }

    private static void assertSilent(Runnable asked, String why) {
        assertThatExceptionOfType(OracleSilent.class).isThrownBy(asked::run).withMessageContaining(why);
    }

    private static Jaeger jaeger(URI url) {
        return new Jaeger(
                new Fetch(Duration.ofSeconds(30)), url, "payments", Map.of(), Instant.ofEpochSecond(1_700_000_000));
    }
}
