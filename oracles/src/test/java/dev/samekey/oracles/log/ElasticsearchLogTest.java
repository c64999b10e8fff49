package dev.samekey.oracles.log;

import static dev.samekey.oracles.Stub.recorded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.samekey.oracles.Stub;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.http.Fetch;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Its answers are those that Elasticsearch 7.17.27 gave to the same questions. */
class ElasticsearchLogTest {
    private static final String PATH = "/logs-api/_search";
    private static final String SCROLL = "/_search/scroll";
    private static final String HITS = recorded("elasticsearch-hits.json");
    private static final String NO_HITS = recorded("elasticsearch-no-hits.json");
    private static final Instant START = Instant.ofEpochSecond(1_700_000_000);

    @Test
    void a_document_is_a_line() {
        try (Stub stub = new Stub()) {
            LogOracle oracle = new LogOracle(log(stub.telling(PATH, HITS), null), Duration.ZERO);

            assertThat(oracle.lines("key", "k-1", 1, START).value())
                    .extracting(line -> line.path("status").asInt())
                    .containsExactly(422);
        }
    }

    @Test
    void a_field_may_hold_the_line_as_it_was_written() {
        try (Stub stub = new Stub()) {
            assertThat(log(stub.telling(PATH, HITS), "message").lines("k-1"))
                    .first()
                    .isEqualTo("{\"key\":\"k-1\",\"status\":201}");
        }
    }

    @Test
    void a_field_may_hold_the_line_taken_apart() {
        try (Stub stub = new Stub()) {
            assertThat(log(stub.telling(PATH, HITS), "json").lines("k-1"))
                    .element(1)
                    .isEqualTo("{\"key\":\"k-1\",\"status\":409}");
        }
    }

    @Test
    void a_field_may_be_within_another_one() {
        try (Stub stub = new Stub()) {
            assertThat(log(stub.telling(PATH, HITS), "log.file.path").lines("k-1"))
                    .first()
                    .isEqualTo("/var/log/api.log");
        }
    }

    @Test
    void a_document_without_the_field_is_a_line_as_a_whole() {
        try (Stub stub = new Stub()) {
            assertThat(log(stub.telling(PATH, HITS), "message").lines("k-1"))
                    .last()
                    .asString()
                    .contains("\"status\":422");
        }
    }

    @Test
    void words_in_any_field_are_asked_for_from_the_start_of_the_run() {
        try (Stub stub = new Stub()) {
            var unused = log(stub.telling(PATH, HITS), null).lines("k-1");

            assertThat(stub.question())
                    .contains(
                            "\"gte\":\"2023-11-14T22:12:20Z\"",
                            "\"multi_match\":{\"query\":\"k-1\",\"type\":\"phrase\",\"lenient\":true,\"fields\":[\"*\"]}");
            assertThat(stub.asked("Authorization")).isEqualTo("ApiKey abc");
        }
    }

    /** An index may have more fields than a query may ask for. */
    @Test
    void only_the_field_that_holds_the_line_is_searched() {
        try (Stub stub = new Stub()) {
            var unused = log(stub.telling(PATH, HITS), "message").lines("k-1");

            assertThat(stub.question()).contains("\"fields\":[\"message\",\"message.*\"]");
        }
    }

    @Test
    void lines_of_one_millisecond_are_asked_for_in_the_order_of_their_file() {
        try (Stub stub = new Stub()) {
            var unused = log(stub.telling(PATH, HITS), null).lines("k-1");

            assertThat(stub.question())
                    .contains("\"sort\":[{\"@timestamp\":{\"order\":\"asc\",\"unmapped_type\":\"date\"}},"
                            + "{\"log.offset\":{\"order\":\"asc\",\"unmapped_type\":\"long\"}}]");
        }
    }

    @Test
    void what_the_index_does_not_find_is_looked_for_line_by_line() {
        try (Stub stub = new Stub()) {
            var unused = stub.telling(SCROLL, recorded("elasticsearch-last-page.json"));
            ElasticsearchLog log = log(stub.telling(PATH, recorded("elasticsearch-page.json")), null);

            assertThat(log.unindexed("ar/log/ap")).hasSize(3);
            assertThat(log.unindexed("nowhere")).isEmpty();
            assertThat(stub.question()).contains("\"scroll_id\":\"FGluY2x1ZGVf");
        }
    }

    @Test
    void more_lines_than_can_be_looked_at_are_silence() {
        try (Stub stub = new Stub()) {
            String page = recorded("elasticsearch-page.json");
            var unused = stub.telling(SCROLL, with(page, hits -> fill(hits, 10_000)));

            assertSilent(() -> log(stub.telling(PATH, page), null).unindexed("k-1"), "gave 100000 documents");
        }
    }

    @Test
    void a_full_page_is_silence() {
        try (Stub stub = new Stub()) {
            ElasticsearchLog log = log(stub.telling(PATH, with(HITS, hits -> fill(hits, 10_000))), null);

            assertSilent(() -> log.lines("k-1"), "gave 10000 documents");
        }
    }

    @Test
    void a_line_since_then_shows_that_they_come() {
        try (Stub stub = new Stub()) {
            assertThat(log(stub.telling(PATH, HITS), null).anySince(START)).isTrue();
            assertThat(log(stub.telling(PATH, NO_HITS), null).anySince(START)).isFalse();
        }
    }

    @Test
    void a_part_of_the_lines_is_silence() {
        try (Stub stub = new Stub()) {
            assertSilent(
                    log(stub.telling(PATH, recorded("elasticsearch-part.json")), null)::check,
                    "Text fields are not optimised");
            assertSilent(
                    log(stub.telling(PATH, HITS.replace("\"timed_out\":false", "\"timed_out\":true")), null)::check,
                    "a part of logs-api only");
        }
    }

    @Test
    void a_pattern_that_no_index_fits_is_silence() {
        try (Stub stub = new Stub()) {
            assertSilent(
                    log(stub.telling(PATH, recorded("elasticsearch-no-index.json")), null)::check,
                    "has no index logs-api");
        }
    }

    @Test
    void who_refuses_a_question_says_why() {
        try (Stub stub = new Stub()) {
            assertSilent(
                    log(stub.telling(PATH, 404, recorded("elasticsearch-unknown-index.json")), null)::check,
                    "answered 404: {\"error\":{\"root_cause\":[{\"type\":\"index_not_found_exception\"");
            assertSilent(
                    log(stub.telling(PATH, 400, recorded("elasticsearch-too-many-fields.json")), null)::check,
                    "field expansion matches too many fields, limit: 1024");
        }
    }

    @Test
    void an_answer_without_hits_is_silence() {
        try (Stub stub = new Stub()) {
            assertSilent(log(stub.telling(PATH, "{}"), null)::check, "did not answer with hits");
        }
    }

    private static void assertSilent(Runnable asked, String why) {
        assertThatExceptionOfType(OracleSilent.class).isThrownBy(asked::run).withMessageContaining(why);
    }

    private static String with(String answer, Consumer<ArrayNode> change) {
        try {
            JsonNode changed = new ObjectMapper().readTree(answer);
            change.accept((ArrayNode) changed.at("/hits/hits"));
            return changed.toString();
        } catch (JsonProcessingException failure) {
            throw new IllegalArgumentException(failure);
        }
    }

    private static void fill(ArrayNode hits, int size) {
        while (hits.size() < size) {
            hits.add(hits.get(0));
        }
    }

    private static ElasticsearchLog log(URI url, @Nullable String line) {
        return new ElasticsearchLog(
                new Fetch(Duration.ofSeconds(30)),
                url,
                "logs-api",
                "@timestamp",
                line,
                Map.of("Authorization", "ApiKey abc"),
                START);
    }
}
