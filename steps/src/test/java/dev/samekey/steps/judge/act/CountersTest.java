package dev.samekey.steps.judge.act;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.metrics.MetricsOracle;
import dev.samekey.oracles.metrics.MetricsSource;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.targets.Watching;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountersTest {
    private static final Map<String, Double> BEFORE = Map.of("x_total", 5.0);
    private static final Map<String, Long> ONE = Map.of("created", 1L);

    @Test
    void what_is_collected_late_is_waited_for() {
        assertThat(counters(false, 5.0, 5.0, 6.0).moved(BEFORE, ONE)).isEqualTo(ONE);
    }

    @Test
    void what_never_comes_is_told_as_it_is() {
        assertThat(counters(false, 5.0).moved(BEFORE, ONE)).isEqualTo(Map.of("created", 0L));
        assertThat(counters(true, 5.0).moved(BEFORE, ONE)).isEqualTo(Map.of("created", 0L));
    }

    @Test
    void more_than_ours_is_told_unless_others_use_the_api_too() {
        assertThat(counters(false, 8.0).moved(BEFORE, ONE)).isEqualTo(Map.of("created", 3L));
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> counters(true, 8.0).moved(BEFORE, ONE))
                .satisfies(judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE))
                .withMessageContaining("others use the API too");
    }

    private static Counters counters(boolean shared, Double... values) {
        MetricsOracle metrics = new MetricsOracle(new Collected(values), Duration.ofMillis(200));
        Capabilities capabilities =
                Capabilities.none(Targets.file(Targets.FULL).target()).with(MetricsOracle.class, metrics);
        return new Counters(
                capabilities,
                new Journal(new Secrets(Map.of())),
                new Watching.Metrics("/metrics", null, shared, null),
                Map.of("created", "x_total"));
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
            return new Seen<>(Map.of("x_total", value), Evidence.text("metrics", "x_total", String.valueOf(value)));
        }

        @Override
        public Duration pause() {
            return Duration.ofMillis(1);
        }
    }
}
