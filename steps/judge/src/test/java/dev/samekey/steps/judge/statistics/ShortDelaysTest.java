package dev.samekey.steps.judge.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5})
    void a_clock_25_times_as_fast_on_a_late_machine_leaves_the_long_delays_clear(double least) {
        Noise late = new Noise(Duration.ofMillis(60), Noise.LEAST_SAMPLES, Noise.COARSE_TIMER).at(25);
        int open = 0;
        for (int run = 0; run < 1000; run++) {
            Random random = new Random(run);
            Result good = ShortDelays.check(growing(least, most -> between(random, least * most, most)), late);
            Result atOnce = ShortDelays.check(growing(least, most -> between(random, 0, 1000)), late);

            assertThat(good.verdict()).as("run %s: %s", run, good).isNotEqualTo(Verdict.BROKEN);
            assertThat(atOnce.verdict()).as("run %s: %s", run, atOnce).isEqualTo(Verdict.BROKEN);
            open += good.verdict() == Verdict.HELD ? 0 : 1;
        }
        assertThat(open).as("runs in which nothing is said").isLessThan(20);
    }

    /** After each value three operations, with delays of 8, 16 and 30 s at most. */
    private static Map<String, List<DelaySeen>> growing(double least, IntUnaryOperator chosen) {
        Map<String, List<DelaySeen>> delays = new HashMap<>();
        for (int value = 0; value < VALUES; value++) {
            delays.put(
                    "value " + value,
                    Stream.of(8, 16, 30, 8, 16, 30, 8, 16, 30)
                            .map(seconds -> seconds * 1000)
                            .map(most -> seen((int) (least * most), most, chosen.applyAsInt(most)))
                            .toList());
        }
        return delays;
    }

    private static int between(Random random, double from, double to) {
        return (int) (from + random.nextDouble() * (to - from));
    }

    @Test
    void the_sample_is_large_enough_where_a_client_that_never_waits_is_found() {
        assertThat(ShortDelays.canTell(Map.of("soon", each(EACH, 0, 600)), QUIET))
                .isTrue();
        assertThat(ShortDelays.canTell(Map.of("soon", each(EACH - 2, 0, 600)), QUIET))
                .isFalse();
        assertThat(ShortDelays.canTell(Map.of("soon", each(EACH / 2, 100, 200)), QUIET))
                .isTrue();
        assertThat(ShortDelays.canTell(Map.of("soon", each(EACH / 2 - 1, 100, 200)), QUIET))
                .isFalse();
        assertThat(ShortDelays.canTell(Map.of("soon", each(2 * EACH, 0, 120)), QUIET))
                .as("a sixth of the delays is as short as the tolerance, so it takes more of them")
                .isTrue();
        assertThat(ShortDelays.canTell(Map.of("soon", each(10 * EACH, 0, 60)), QUIET))
                .as("noise hides most of such delays")
                .isFalse();
    }

    private static List<DelaySeen> each(int number, int least, int most) {
        return Stream.generate(() -> seen(least, most, most)).limit(number).toList();
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
