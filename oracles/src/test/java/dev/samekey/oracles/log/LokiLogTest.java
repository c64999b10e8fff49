package dev.samekey.oracles.log;

import static dev.samekey.oracles.Stub.recorded;
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

/** Its answers are those that Loki 3.4.6 gave to the same questions. */
class LokiLogTest {
    private static final String PATH = "/loki/api/v1/query_range";
    private static final String TWO_STREAMS = recorded("loki-streams.json");
    private static final Instant START = Instant.ofEpochSecond(1_700_000_000);

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

    /** The clock of the writer may be ahead, and without an end Loki leaves those out. */
    @Test
    void lines_from_a_clock_that_is_ahead_are_asked_for_too() {
        try (Stub stub = new Stub()) {
            var unused = loki(stub.telling(PATH, TWO_STREAMS)).lines("k-1");

            assertThat(Long.parseLong(stub.parameter("end")) / 1_000_000_000)
                    .isGreaterThan(Instant.now().plusSeconds(60).getEpochSecond());
        }
    }

    @Test
    void a_line_since_then_shows_that_they_come() {
        try (Stub stub = new Stub()) {
            assertThat(loki(stub.telling(PATH, TWO_STREAMS)).anySince(START)).isTrue();
            assertThat(stub.parameter("start")).isEqualTo("1700000000000000000");
            assertThat(loki(stub.telling(PATH, recorded("loki-no-streams.json")))
                            .anySince(START))
                    .isFalse();
        }
    }

    @Test
    void a_full_page_is_silence() {
        String line = "[\"1700000000000000001\",\"k-1\"],";
        String full = TWO_STREAMS.replaceFirst("\"values\":\\[", "\"values\":[" + line.repeat(5000));
        try (Stub stub = new Stub()) {
            assertSilent(() -> loki(stub.telling(PATH, full)).lines("k-1"), "gave 5000 lines");
        }
    }

    @Test
    void who_refuses_a_question_says_why() {
        try (Stub stub = new Stub()) {
            assertSilent(
                    loki(stub.telling(PATH, 400, recorded("loki-refusal.txt")))::check,
                    "answered 400: parse error at line 1, col 16: syntax error");
        }
    }

    @Test
    void an_answer_that_is_no_streams_is_silence() {
        try (Stub stub = new Stub()) {
            assertSilent(loki(stub.telling(PATH, recorded("loki-matrix.json")))::check, "did not answer with streams");
        }
    }

    private static void assertSilent(Runnable asked, String why) {
        assertThatExceptionOfType(OracleSilent.class).isThrownBy(asked::run).withMessageContaining(why);
    }

    private static LokiLog loki(URI url) {
        return new LokiLog(
                new Fetch(Duration.ofSeconds(30)),
                url,
                "{app=\"payments\"} | json",
                Map.of("X-Scope-OrgID", "qa"),
                START);
    }
}
