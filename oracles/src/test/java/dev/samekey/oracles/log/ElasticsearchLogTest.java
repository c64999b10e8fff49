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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Its answers have the form that the documentation of Elasticsearch gives for a search. */
class ElasticsearchLogTest {
    private static final String PATH = "/logs-api/_search";
    private static final String TWO_HITS = """
            {"took": 5, "timed_out": false, "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
             "hits": {"total": {"value": 2, "relation": "eq"}, "max_score": null, "hits": [
               {"_index": "logs-api", "_id": "a", "_score": null, "sort": [1700000000000],
                "_source": {"@timestamp": "2023-11-14T22:13:20Z", "message": "{\\"key\\":\\"k-1\\"}"}},
               {"_index": "logs-api", "_id": "b", "_score": null, "sort": [1700000001000],
                "_source": {"@timestamp": "2023-11-14T22:13:21Z", "key": "k-1"}}]}}""";

    @Test
    void a_document_is_a_line() {
        try (Stub stub = new Stub()) {
            ElasticsearchLog log = log(stub.telling(PATH, TWO_HITS), null);

            assertThat(new LogOracle(log, Duration.ZERO)
                            .lines("key", "k-1", 1, Instant.EPOCH)
                            .value())
                    .hasSize(1);
        }
    }

    @Test
    void a_field_may_hold_the_line_as_it_was_written() {
        try (Stub stub = new Stub()) {
            assertThat(log(stub.telling(PATH, TWO_HITS), "message").lines("k-1"))
                    .first()
                    .isEqualTo("{\"key\":\"k-1\"}");
        }
    }

    @Test
    void words_in_any_field_are_asked_for_from_the_start_of_the_run() {
        try (Stub stub = new Stub()) {
            var unused = log(stub.telling(PATH, TWO_HITS), null).lines("k-1");

            assertThat(stub.question())
                    .contains(
                            "\"range\":{\"@timestamp\":{\"gte\":\"2023-11-14T22:12:20Z\"}}",
                            "\"multi_match\":{\"query\":\"k-1\",\"type\":\"phrase\",\"lenient\":true,\"fields\":[\"*\"]}",
                            "\"sort\":[{\"@timestamp\":\"asc\"}]");
            assertThat(stub.asked("Authorization")).isEqualTo("ApiKey abc");
        }
    }

    @Test
    void an_answer_without_hits_is_silence() {
        try (Stub stub = new Stub()) {
            assertThatExceptionOfType(OracleSilent.class)
                    .isThrownBy(log(stub.telling(PATH, "{\"error\": {}}"), null)::check)
                    .withMessageContaining("did not answer with hits");
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
                Instant.ofEpochSecond(1_700_000_000));
    }
}
