package dev.samekey.steps.judge.act;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.metrics.MetricsOracle;
import dev.samekey.oracles.metrics.MetricsSource;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountersTest {
    private static final Map<String, Long> ONE = moved(1);

    @Test
    void what_is_collected_late_is_waited_for() {
        assertThat(counters(false, 5.0, 5.0, 5.0, 6.0).moved(ONE)).isEqualTo(ONE);
    }

    @Test
    void a_counter_that_does_not_move_has_moved_by_nothing() {
        assertThat(counters(false, 5.0).moved(ONE)).isEqualTo(moved(0));
        assertThat(counters(true, 5.0).moved(ONE)).isEqualTo(moved(0));
    }

    @Test
    void an_excess_counts_unless_others_use_the_api_too() {
        assertThat(counters(false, 5.0, 8.0).moved(ONE)).isEqualTo(moved(3));
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> counters(true, 5.0, 8.0).moved(ONE))
                .satisfies(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE))
                .withMessageContaining("others use the API too");
    }

    @Test
    void without_metrics_the_scenario_ends_only_when_somebody_asks_for_them() {
        Counters counters = new Counters(
                Targets.file(Targets.BARE).target(),
                Targets.file(Targets.BARE).contract(),
                Capabilities.none(Targets.file(Targets.BARE).target()),
                new Journal(new Secrets(Map.of())),
                MachineWatch.none());

        counters.read();

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> counters.moved(ONE))
                .satisfies(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CHECKED))
                .withMessageStartingWith("metrics: ");
    }

    private static Map<String, Long> moved(long created) {
        return Map.of("created", created, "replayed", 0L, "conflict", 0L);
    }

    /** The first value is read at the start. */
    private static Counters counters(boolean shared, Double... values) {
        TargetFile file = Targets.file(Targets.FULL + "oracles: {metrics: {path: /metrics, shared: " + shared + "}}\n");
        Counters counters = new Counters(
                file.target(),
                file.contract(),
                Capabilities.none(file.target())
                        .with(MetricsOracle.class, new MetricsOracle(new Collected(values), Duration.ofMillis(200))),
                new Journal(new Secrets(Map.of())),
                MachineWatch.none());
        counters.read();
        return counters;
    }

    /** One value after the other, and then the last one again and again. */
    private static final class Collected implements MetricsSource {
        private final Deque<Double> values;

        Collected(Double... values) {
            this.values = new ArrayDeque<>(List.of(values));
        }

        @Override
        public String name() {
            return "a test";
        }

        @Override
        public Seen<Map<String, Double>> read(Collection<String> counters) {
            double value = values.size() > 1 ? values.removeFirst() : values.getFirst();
            // The others never move.
            Map<String, Double> read = new HashMap<>();
            counters.forEach(counter -> read.put(counter, counter.contains("created") ? value : 0.0));
            return new Seen<>(read, Evidence.text(EvidenceKind.METRICS, "created", String.valueOf(value)));
        }

        @Override
        public Duration pause() {
            return Duration.ofMillis(1);
        }
    }
}
