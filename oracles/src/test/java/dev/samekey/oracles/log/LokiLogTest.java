package dev.samekey.oracles.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.Stub;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.http.Fetch;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Its answers have the form that the documentation of Loki gives for log queries. */
class LokiLogTest {
    private static final String PATH = "/loki/api/v1/query_range";
    private static final String TWO_STREAMS = """
            {"status": "success", "data": {"resultType": "streams", "result": [
              {"stream": {"app": "payments", "pod": "a"}, "values": [["1700000000000000003", "third k-1"]]},
              {"stream": {"app": "payments", "pod": "b"}, "values": [
                ["1700000000000000001", "{\\"key\\":\\"k-1\\"}"], ["1700000000000000002", "second k-1"]]}],
              "stats": {"summary": {"totalLinesProcessed": 3}}}}""";

    @Test
    void the_lines_of_all_streams_come_in_the_order_of_time() {
        try (Stub stub = new Stub()) {
            LokiLog loki = loki(stub.telling(PATH, TWO_STREAMS));

            assertThat(loki.lines("k-1")).containsExactly("{\"key\":\"k-1\"}", "second k-1", "third k-1");
        }
    }

    @Test
    void what_is_looked_for_narrows_the_query_from_the_start_of_the_run() {
        try (Stub stub = new Stub()) {
            LokiLog loki = loki(stub.telling(PATH, TWO_STREAMS));

            var unused = loki.lines("a \"b\" \\");

            assertThat(stub.parameter("query")).isEqualTo("{app=\"payments\"} | json |= \"a \\\"b\\\" \\\\\"");
            assertThat(stub.parameter("start")).isEqualTo("1699999940000000000");
            assertThat(stub.parameter("direction")).isEqualTo("forward");
            assertThat(stub.asked("X-Scope-OrgID")).isEqualTo("qa");
        }
    }

    @Test
    void an_answer_that_is_no_streams_is_silence() {
        try (Stub stub = new Stub()) {
            LokiLog loki = loki(
                    stub.telling(PATH, "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}"));

            assertThatExceptionOfType(OracleSilent.class)
                    .isThrownBy(loki::check)
                    .withMessageContaining("did not answer with streams");
        }
    }

    private static LokiLog loki(URI url) {
        return new LokiLog(
                new Fetch(Duration.ofSeconds(30)),
                url,
                "{app=\"payments\"} | json",
                Map.of("X-Scope-OrgID", "qa"),
                Instant.ofEpochSecond(1_700_000_000));
    }
}
