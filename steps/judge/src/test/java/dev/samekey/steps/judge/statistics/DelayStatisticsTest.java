package dev.samekey.steps.judge.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.judge.statistics.SimulatedClient.Choice;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.contract.Retry;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** False alarms and power, on simulated clients whose seeds are fixed. */
class DelayStatisticsTest {
    private static final int CLEAN_RUNS = 1000;
    private static final int DEFECT_RUNS = 100;

    @ParameterizedTest
    @CsvSource({"playbook, 0", "playbook, 15", "charges, 0", "charges, 15"})
    void a_good_client_is_never_blamed_in_1000_runs(String dialect, double tickMs) {
        for (int run = 0; run < CLEAN_RUNS; run++) {
            SimulatedClient client = new SimulatedClient(dialect, run, tickMs);
            Noise noise = client.measured();
            List<DelaySeen> one = client.delays(SimulatedClient::uniform, new Random(run));
            List<DelaySeen> other = client.delays(SimulatedClient::uniform, new Random(-1L - run));

            assertThat(List.of(
                            Envelopes.check(one, noise),
                            Uniformity.check(one, noise),
                            Lockstep.ofOperations(one, noise),
                            Lockstep.ofProcesses(one, other, noise)))
                    .extracting(Result::verdict)
                    .as("run %s", run)
                    .containsOnly(Verdict.HELD);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 15})
    void a_good_client_with_decorrelated_jitter_is_never_blamed_in_1000_runs(double tickMs) {
        Retry retry = decorrelated();
        for (int run = 0; run < CLEAN_RUNS; run++) {
            SimulatedClient client = new SimulatedClient(retry, run, tickMs);
            Noise noise = client.measured();
            List<DelaySeen> delays = client.decorrelated(Objects.requireNonNull(retry.exponential()), new Random(run));

            assertThat(List.of(
                            Envelopes.check(delays, noise),
                            Uniformity.check(delays, noise),
                            Lockstep.ofOperations(delays, noise)))
                    .extracting(Result::verdict)
                    .as("run %s", run)
                    .containsOnly(Verdict.HELD);
        }
    }

    @Test
    void equal_jitter_is_not_taken_for_decorrelated_jitter() {
        assertAll(run -> {
            SimulatedClient client = new SimulatedClient(decorrelated(), run, 0);
            Choice equal = (envelope, random) -> 100 + 100 * random.nextDouble();
            return Envelopes.check(client.delays(equal, new Random(run)), client.measured());
        });
    }

    @Test
    void what_noise_hides_is_named_and_what_is_too_short_for_any_machine_is_not() {
        Noise late = new Noise(Duration.ofMillis(90), Noise.LEAST_SAMPLES, Noise.COARSE_TIMER);
        DelaySeen tiny = seen(1, 10, 20);
        DelaySeen small = seen(2, 100, 200);
        DelaySeen large = seen(3, 400, 800);

        assertThat(Envelopes.hidden(List.of(tiny, large), late)).isEmpty();
        assertThat(Envelopes.hidden(List.of(tiny, small, large), late)).contains(small);
        assertThat(Envelopes.hidden(List.of(tiny, small, large), Noise.ofLog(Noise.COARSE_TIMER)))
                .isEmpty();
    }

    @Test
    void a_machine_that_stands_still_makes_all_late_that_is_due_meanwhile() {
        Duration moment = Duration.ofMillis(5);
        List<Duration> lateness = new ArrayList<>(Collections.nCopies(900, Duration.ofMillis(1)));
        lateness.addAll(Noise.atEachMoment(Duration.ofMillis(447), moment));

        assertThat(Noise.atEachMoment(Duration.ofMillis(1), moment)).containsExactly(Duration.ofMillis(1));
        assertThat(Noise.measured(lateness).lateness()).isBetween(Duration.ofMillis(380), Duration.ofMillis(420));
    }

    private static DelaySeen seen(int retry, int least, int most) {
        return new DelaySeen(
                retry, Duration.ofMillis(most), new Envelope(Duration.ofMillis(least), Duration.ofMillis(most)));
    }

    private static Retry decorrelated() {
        String yaml = """
                name: own
                key: {in: header, name: K}
                retry: {attempts: 4, exponential: {initial: 200ms, factor: 2, max: 800ms}, jitter: decorrelated}
                """;
        return Objects.requireNonNull(
                Dialects.of(YamlFile.of("own.yaml", yaml), "own").retry());
    }

    @ParameterizedTest
    @CsvSource({"playbook, 0", "playbook, 15", "charges, 0", "charges, 15"})
    void a_fixed_delay_does_not_fill_its_envelope_wherever_it_is(String dialect, double tickMs) {
        for (double part : new double[] {0.1, 0.5, 0.75, 1}) {
            Choice fixed = (envelope, random) ->
                    SimulatedClient.ms(envelope.least()) + part * SimulatedClient.ms(envelope.width());
            assertFound(dialect, tickMs, fixed, Uniformity::check);
            assertFound(dialect, tickMs, fixed, Lockstep::ofOperations);
        }
    }

    @ParameterizedTest
    @CsvSource({"playbook, 0", "playbook, 15", "charges, 0", "charges, 15"})
    void ten_percent_of_jitter_does_not_fill_an_envelope(String dialect, double tickMs) {
        assertFound(
                dialect,
                tickMs,
                (envelope, random) -> SimulatedClient.ms(envelope.most()) * (0.9 + 0.2 * random.nextDouble()),
                Uniformity::check);
        assertFound(
                dialect,
                tickMs,
                (envelope, random) -> SimulatedClient.ms(envelope.least().plus(envelope.most()))
                        / 2
                        * (0.9 + 0.2 * random.nextDouble()),
                Uniformity::check);
    }

    @ParameterizedTest
    @CsvSource({"playbook, 0", "playbook, 15"})
    void jitter_without_growth_leaves_the_envelopes(String dialect, double tickMs) {
        assertFound(dialect, tickMs, (envelope, random) -> 100 + 100 * random.nextDouble(), Envelopes::check);
    }

    @ParameterizedTest
    @CsvSource({"charges, 0", "charges, 15"})
    void full_jitter_without_growth_does_not_fill_the_envelopes(String dialect, double tickMs) {
        assertFound(dialect, tickMs, (envelope, random) -> 100 * random.nextDouble(), Uniformity::check);
    }

    @ParameterizedTest
    @CsvSource({"playbook, 0", "playbook, 15", "charges, 0", "charges, 15"})
    void two_processes_with_one_seed_are_in_lockstep(String dialect, double tickMs) {
        assertAll(run -> {
            SimulatedClient client = new SimulatedClient(dialect, run, tickMs);
            Noise noise = client.measured();
            return Lockstep.ofProcesses(
                    client.delays(SimulatedClient::uniform, new Random(run)),
                    client.delays(SimulatedClient::uniform, new Random(run)),
                    noise);
        });
    }

    @ParameterizedTest
    @CsvSource({"playbook, 0", "playbook, 15", "charges, 0", "charges, 15"})
    void operations_that_begin_with_one_seed_are_in_lockstep(String dialect, double tickMs) {
        assertFound(
                dialect,
                tickMs,
                (envelope, random) -> SimulatedClient.uniform(
                        envelope, new Random(envelope.most().toMillis())),
                Lockstep::ofOperations);
    }

    @Test
    void too_few_delays_are_inconclusive_and_say_how_many_it_takes() {
        SimulatedClient client = new SimulatedClient("playbook", 1, 0);
        Noise noise = client.measured();
        List<DelaySeen> few =
                client.delays(SimulatedClient::uniform, new Random(1)).subList(0, 40);

        assertThat(Uniformity.check(few, noise).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(Uniformity.check(few, noise).sentence())
                .matches("There are too few delays: 10 before retry [1-4], and [0-9]+ are needed");
        assertThat(Lockstep.ofOperations(few, noise).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(Uniformity.least(few.get(0).envelope(), noise, 4)).isBetween(50, SimulatedClient.OPERATIONS);
    }

    @Test
    void a_noisy_machine_is_inconclusive_and_says_how_noisy() {
        Noise noisy = Noise.measured(Collections.nCopies(200, Duration.ofSeconds(1)));
        List<DelaySeen> delays = new SimulatedClient("playbook", 1, 0).delays(SimulatedClient::uniform, new Random(1));

        assertThat(List.of(
                        Envelopes.check(delays, noisy),
                        Uniformity.check(delays, noisy),
                        Lockstep.ofOperations(delays, noisy)))
                .allSatisfy(result -> {
                    assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
                    assertThat(result.sentence()).contains("tolerance 1015.63 ms");
                });
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Noise.measured(List.of(Duration.ZERO)))
                .withMessage("noise needs 100 measurements, and there are 1");
    }

    @Test
    void nothing_is_held_of_lockstep_where_even_equal_delays_would_be_chance() {
        Noise noisy = Noise.measured(Collections.nCopies(200, Duration.ofMillis(14)));
        SimulatedClient client = new SimulatedClient("playbook", 1, 0);
        List<DelaySeen> thirty = client.delays(SimulatedClient::uniform, new Random(1)).stream()
                .filter(delay -> delay.retry() == 1)
                .limit(30)
                .toList();

        assertThat(Lockstep.ofProcesses(thirty, thirty, noisy).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void one_outlier_among_few_is_not_told_from_noise() {
        Envelope envelope = new Envelope(Duration.ofMillis(100), Duration.ofMillis(200));
        Noise noise = new SimulatedClient("playbook", 1, 0).measured();
        DelaySeen late = new DelaySeen(1, Duration.ofMillis(900), envelope);

        assertThat(Envelopes.check(List.of(late), noise).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(Envelopes.check(Collections.nCopies(4, late), noise).verdict())
                .isEqualTo(Verdict.BROKEN);
        assertThat(Envelopes.outliers(List.of(late), noise)).containsExactly(late);
    }

    @Test
    void holm_divides_the_error_rate_by_the_tests_that_are_left() {
        double each = ErrorRate.each();
        List<Tested> tests = new ArrayList<>();
        for (double p : new double[] {each / 2.5, each / 4, each * 0.9}) {
            tests.add(new Tested("p " + p, 10, 0, p, 0));
        }
        List<Tested> corrected = ErrorRate.holm(tests);
        assertThat(corrected).extracting(Tested::threshold).containsExactly(each / 3, each / 2, each);
        assertThat(corrected).extracting(Tested::isRejected).containsExactly(true, true, true);
        assertThat(ErrorRate.holm(List.of(new Tested("a", 1, 0, each / 1.5, 0), new Tested("b", 1, 0, each / 1.4, 0))))
                .noneMatch(Tested::isRejected);
    }

    private interface Check {
        Result of(List<DelaySeen> delays, Noise noise);
    }

    private static void assertFound(String dialect, double tickMs, Choice choice, Check check) {
        assertAll(run -> {
            SimulatedClient client = new SimulatedClient(dialect, run, tickMs);
            Noise noise = client.measured();
            return check.of(client.delays(choice, new Random(run)), noise);
        });
    }

    private static void assertAll(LongFunction<Result> defect) {
        for (int run = 0; run < DEFECT_RUNS; run++) {
            Result result = defect.apply(run);
            assertThat(result.verdict()).as("run %s: %s", run, result).isEqualTo(Verdict.BROKEN);
        }
    }
}
