package dev.samekey.steps.judge.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortDelaysTest {
    /** Values of the header, and delays after each where the contract has three attempts: what the scenario has. */
    private static final int VALUES = 7;

    private static final int EACH = 6;

    private static final Noise QUIET = new Noise(Duration.ofMillis(5), Noise.LEAST_SAMPLES, Noise.COARSE_TIMER);

    @ParameterizedTest
    @CsvSource({"100, 200", "0, 600"})
    void a_good_client_is_never_blamed_in_10000_runs(int least, int most) {
        int open = 0;
        for (int run = 0; run < 10_000; run++) {
            Random random = new Random(run);
            Verdict verdict = ShortDelays.check(
                            delays(least, most, unused -> least + random.nextInt(most - least)), QUIET)
                    .verdict();
            assertThat(verdict).as("run %s", run).isNotEqualTo(Verdict.BROKEN);
            open += verdict == Verdict.HELD ? 0 : 1;
        }
        assertThat(open)
                .as("runs in which so many are short by chance that nothing is said")
                .isLessThan(150);
    }

    @ParameterizedTest
    @CsvSource({"100, 200", "0, 600"})
    void a_client_that_sends_at_once_after_one_value_is_always_found(int least, int most) {
        for (int run = 0; run < 1000; run++) {
            Random random = new Random(run);
            int at = run % VALUES;
            Result result = ShortDelays.check(
                    delays(
                            least,
                            most,
                            value -> value == at ? random.nextInt(5) : least + random.nextInt(most - least)),
                    QUIET);

            assertThat(result.verdict()).as("run %s: %s", run, result).isEqualTo(Verdict.BROKEN);
            assertThat(result.sentence()).contains("after «value " + at + "»");
        }
    }

    @Test
    void the_sample_is_the_smallest_that_finds_a_client_which_never_waits() {
        assertThat(ShortDelays.least(0.1, VALUES)).isEqualTo(EACH);
        assertThat(ShortDelays.least(0.01, VALUES)).isEqualTo(EACH / 2);
        assertThat(Math.pow(0.1, EACH)).isLessThan(ErrorRate.each() / VALUES);
        assertThat(Math.pow(0.1, EACH - 1)).isGreaterThan(ErrorRate.each() / VALUES);
    }

    @Test
    void too_few_delays_and_too_much_noise_leave_it_open() {
        Noise late = new Noise(Duration.ofMillis(40), Noise.LEAST_SAMPLES, Noise.COARSE_TIMER);

        assertThat(ShortDelays.check(Map.of(), QUIET).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(ShortDelays.check(delays(100, 200, unused -> 150), late).verdict())
                .isEqualTo(Verdict.INCONCLUSIVE);
        Map<String, List<DelaySeen>> few = new HashMap<>(delays(100, 200, unused -> 150));
        few.put("value 0", List.of(seen(100, 200, 150)));
        assertThat(ShortDelays.check(few, QUIET).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(ShortDelays.canTell(few, QUIET)).isTrue();
        assertThat(ShortDelays.canTell(few, late)).isFalse();
        assertThat(ShortDelays.canTell(Map.of("soon", List.of(seen(100, 200, 2), seen(100, 200, 2))), QUIET))
                .as("a budget may leave two retries")
                .isFalse();
    }

    @Test
    void a_few_short_delays_are_neither_held_nor_broken() {
        Map<String, List<DelaySeen>> delays = new HashMap<>(delays(100, 200, unused -> 150));
        delays.put(
                "value 0",
                IntStream.range(0, EACH)
                        .mapToObj(i -> seen(100, 200, i < 2 ? 5 : 150))
                        .toList());

        assertThat(ShortDelays.check(delays, QUIET).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void the_worst_value_is_named_with_its_shortest_delay_and_the_bound() {
        assertThat(ShortDelays.worst(delays(100, 200, value -> value == 3 ? 2 : 150), QUIET))
                .hasValue(
                        "6 of 6 too short after «Retry-After: value 3»; the shortest is before retry 1: 2 ms instead of"
                                + " 100 to 200 ms");
        assertThat(ShortDelays.worst(delays(100, 200, value -> 150), QUIET)).isEmpty();
    }

    private interface Chosen {
        int after(int value);
    }

    private static Map<String, List<DelaySeen>> delays(int least, int most, Chosen chosen) {
        Map<String, List<DelaySeen>> delays = new HashMap<>();
        IntStream.range(0, VALUES)
                .forEach(value -> delays.put(
                        "value " + value,
                        Stream.generate(() -> seen(least, most, chosen.after(value)))
                                .limit(EACH)
                                .toList()));
        return delays;
    }

    private static DelaySeen seen(int least, int most, int delay) {
        return new DelaySeen(
                1, Duration.ofMillis(delay), new Envelope(Duration.ofMillis(least), Duration.ofMillis(most)));
    }
}
