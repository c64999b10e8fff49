package dev.samekey.oracles.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.Stub;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.http.Fetch;
import dev.samekey.oracles.wait.Interrupted;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class MetricsOracleTest {
    private static final String CREATED = "x_total{outcome=\"created\"}";
    private static final String REPLAYED = "x_total{outcome=\"replayed\"}";

    private final Fetch fetch = new Fetch(Duration.ofSeconds(30));

    @Test
    void a_counter_is_summed_over_label_sets_and_replicas() {
        try (Stub stub = new Stub()) {
            String one = """
                    # TYPE x_total counter
                    x_total{outcome="created",route="/a"} 2
                    x_total{outcome="created",route="/b"} 3.0
                    x_total{outcome="replayed"} 1e1
                    y_total 99
                    """;
            URI a = stub.answering("/a", 200, one);
            URI b = stub.answering("/b", 200, "x_total{outcome=\"created\"} 4 1700000000000\n");

            Seen<Map<String, Double>> seen = oracle(a, b).read(List.of(CREATED, REPLAYED, "x_total"));

            assertThat(seen.value())
                    .containsOnly(Map.entry(CREATED, 9.0), Map.entry(REPLAYED, 10.0), Map.entry("x_total", 19.0));
            assertThat(seen.evidence().kind()).isEqualTo(EvidenceKind.METRICS);
            assertThat(seen.evidence().text())
                    .contains("# " + a, "# " + b, "4.0")
                    .doesNotContain("y_total");
        }
    }

    @Test
    void a_counter_that_nobody_has_is_silence() {
        try (Stub stub = new Stub()) {
            MetricsOracle oracle = oracle(stub.answering("/a", 200, "y_total 1\n"));

            assertThatExceptionOfType(OracleSilent.class)
                    .isThrownBy(() -> oracle.read(List.of("y_total", CREATED)))
                    .withMessageContaining("no counter " + CREATED);
        }
    }

    @Test
    void a_set_of_labels_that_was_never_counted_is_none() {
        try (Stub stub = new Stub()) {
            MetricsOracle oracle = oracle(stub.answering("/a", 200, "x_total{outcome=\"replayed\"} 3\n"));

            assertThat(oracle.read(List.of(CREATED, REPLAYED)).value())
                    .containsOnly(Map.entry(CREATED, 0.0), Map.entry(REPLAYED, 3.0));
        }
    }

    @Test
    void one_replica_that_does_not_answer_is_silence() {
        try (Stub stub = new Stub()) {
            URI well = stub.answering("/a", 200, "x_total 1\n");
            MetricsOracle oracle = oracle(well, stub.answering("/b", 503, ""));

            assertThatExceptionOfType(OracleSilent.class)
                    .isThrownBy(oracle::check)
                    .withMessageContaining("answered 503");
        }
    }

    @Test
    void a_page_that_is_no_metrics_is_silence() {
        try (Stub stub = new Stub()) {
            MetricsOracle oracle = oracle(stub.answering("/a", 200, "please login\n<html>\n"));

            assertThatExceptionOfType(OracleSilent.class).isThrownBy(() -> oracle.read(List.of("x_total")));
        }
    }

    private MetricsOracle oracle(URI... endpoints) {
        return new MetricsOracle(new PrometheusText(fetch, List.of(endpoints)), Duration.ZERO);
    }

    @Test
    void what_is_collected_now_and_then_is_read_when_it_was_collected_twice_more() {
        Collecting source = new Collecting(10, 10, 20, 20, 30, 40);

        assertThat(new MetricsOracle(source, Duration.ofSeconds(30))
                        .readAnew(List.of(CREATED))
                        .value())
                .containsOnly(Map.entry(CREATED, 30.0));
    }

    @Test
    void what_is_not_collected_any_more_is_silence() {
        MetricsOracle stopped = new MetricsOracle(new Collecting(10), Duration.ofMillis(20));

        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(() -> stopped.readAnew(List.of(CREATED)))
                .withMessage("a collector did not collect the counters twice within 0 s («oracles.metrics.within»)");
    }

    @Test
    void an_interrupted_wait_is_no_silence_of_the_counters() {
        MetricsOracle oracle = new MetricsOracle(new Collecting(10), Duration.ofSeconds(30));

        Thread.currentThread().interrupt();
        try {
            assertThatExceptionOfType(Interrupted.class).isThrownBy(() -> oracle.readAnew(List.of(CREATED)));
            assertThatExceptionOfType(Interrupted.class)
                    .isThrownBy(() -> oracle.await(List.of(CREATED), values -> false));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** A counter that has the time at which it was collected as its value. */
    private static final class Collecting implements MetricsSource {
        private final List<Integer> times;
        private int looks;

        Collecting(Integer... times) {
            this.times = List.of(times);
        }

        @Override
        public String name() {
            return "a collector";
        }

        @Override
        public Seen<Map<String, Double>> read(Collection<String> counters) {
            return new Seen<>(Map.of(CREATED, (double) last()), Evidence.text(EvidenceKind.METRICS, "counters", ""));
        }

        @Override
        public OptionalDouble collected(Collection<String> counters) {
            looks++;
            return OptionalDouble.of(last());
        }

        private int last() {
            return times.get(Math.min(looks, times.size()) - 1);
        }

        @Override
        public Duration pause() {
            return Duration.ofMillis(5);
        }
    }
}
