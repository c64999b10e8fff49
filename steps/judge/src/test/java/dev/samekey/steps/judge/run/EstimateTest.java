package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.targets.Targets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EstimateTest {
    private static final Duration QUICK = Duration.ofMillis(1);

    private final MeasuredTimes times = MeasuredTimes.shipped();

    @Test
    void it_is_the_sum_of_what_was_measured() {
        List<Foreseen> scenarios = foreseen("RPL-1");
        long ms = scenarios.stream()
                .mapToLong(one -> times.of("RPL-1", one.operation()))
                .sum();

        assertThat(of(scenarios, QUICK, null, 1, true).time()).isEqualTo(Duration.ofMillis(ms));
        assertThat(of(scenarios, QUICK, null, 2, true).time()).isEqualTo(Duration.ofMillis(ms / 2));
        assertThat(of(scenarios, QUICK, null, 1, true).scenarios()).isEqualTo(scenarios.size());
    }

    @Test
    void slow_responses_and_a_rate_make_it_longer() {
        List<Foreseen> scenarios = foreseen("RPL-1");
        int requests = scenarios.stream().mapToInt(Foreseen::requests).sum();
        Duration quick = of(scenarios, QUICK, null, 1, true).time();

        assertThat(of(scenarios, Duration.ofMillis(210), null, 1, true).time())
                .isEqualTo(quick.plusMillis(200L * requests));
        assertThat(of(scenarios, QUICK, 0.5, 1, true).time()).isEqualTo(Duration.ofSeconds(2L * requests));
    }

    @Test
    void what_does_not_run_takes_no_time() {
        assertThat(of(foreseen("KEY-9"), QUICK, null, 1, true).time())
                .as("not owed")
                .isZero();
        assertThat(of(foreseen("STO-2"), QUICK, null, 1, false).time())
                .as("cannot be killed")
                .isZero();
    }

    @Test
    void those_that_share_a_crash_take_as_long_as_the_longest() {
        List<Foreseen> scenarios = foreseen("STO-2");
        assertThat(scenarios).hasSizeGreaterThan(1);

        assertThat(of(scenarios, QUICK, null, 4, true).time())
                .isLessThan(of(scenarios, QUICK, null, 1, true).time());
    }

    private Estimate of(
            List<Foreseen> scenarios, Duration response, @Nullable Double rate, int atOnce, boolean crashes) {
        return Estimate.of(scenarios, times, response, rate, crashes, atOnce, null);
    }

    private static List<Foreseen> foreseen(String clause) {
        return new ContractRun(Targets.file(Targets.FULL), Choice.of(Set.of(clause)), Path.of("")).foreseen();
    }
}
