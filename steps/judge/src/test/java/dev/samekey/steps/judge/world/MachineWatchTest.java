package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.judge.world.MachineWatch.Busy;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class MachineWatchTest {
    private static final Duration PAUSE = Duration.ofMillis(50);

    @Test
    void what_is_late_by_no_more_than_usual_responses_take_shows_nothing() {
        try (MachineWatch watch = MachineWatch.begin(() -> Duration.ofMillis(900))) {
            Checks checks = new Checks(Waived.NOTHING, watch);

            assertThatThrownBy(() ->
                            checks.faster("a replay", Duration.ofSeconds(2), Duration.ofMillis(4_500), "2 s", "4.5 s"))
                    .isInstanceOfSatisfying(Judgement.class, judgement -> {
                        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
                        assertThat(judgement.reason())
                                .startsWith("machine too busy: a timer came ")
                                .endsWith("a usual response took 900 ms, and a quick one 900 ms");
                    });
        }
    }

    @Test
    void slow_responses_are_no_reason_for_the_fastest_to_be_slow() {
        try (MachineWatch watch = MachineWatch.begin(() -> Duration.ofMillis(1_500), () -> Duration.ofMillis(50))) {
            assertThat(verdict(watch, responseTaking(0, 5_000))).isEqualTo(Verdict.BROKEN);
        }
    }

    @Test
    void a_machine_that_is_busy_during_one_of_several_responses_is_no_reason_for_all_to_be_slow() {
        MachineWatch watch = MachineWatch.none();
        watch.add(new MachineWatch.Sample(nanos(2_000), nanos(900), nanos(100)));

        assertThat(verdict(watch, responseTaking(0, 1_600))).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict(watch, responseTaking(0, 1_600), responseTaking(2_400, 1_600)))
                .isEqualTo(Verdict.BROKEN);
    }

    /** While a machine sleeps its clock of the day goes on, and that of {@link System#nanoTime} may not. */
    @Test
    void a_clock_that_was_set_and_a_machine_that_slept_count_as_late() {
        AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
        InstantSource clock = () -> Instant.now().plus(ahead.get());
        long start = System.nanoTime();
        try (MachineWatch watch = MachineWatch.begin(() -> Duration.ZERO, () -> Duration.ZERO, clock)) {
            for (Duration jump : List.of(Duration.ofHours(1), Duration.ofHours(-3))) {
                ahead.accumulateAndGet(jump, Duration::plus);
                assertThat(Await.until(
                                "the watch to see it",
                                Duration.ofSeconds(30),
                                PAUSE,
                                () -> watch.since(start)
                                                .timer()
                                                .compareTo(jump.abs().minusMinutes(1))
                                        > 0))
                        .as(jump.toString())
                        .isTrue();
            }
        }
    }

    /** That the fastest takes less than 750 ms. */
    private static Verdict verdict(MachineWatch watch, Exchange... several) {
        Checks checks = new Checks(Waived.NOTHING, watch);
        try {
            checks.faster("fastest", Duration.ofMillis(750), List.of(several), "750 ms", "more");
            return Verdict.HELD;
        } catch (Judgement judgement) {
            return judgement.verdict();
        }
    }

    private static long nanos(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    private static Exchange responseTaking(long sent, long millis) {
        return exchange(nanos(sent), nanos(sent + millis));
    }

    @Test
    void an_order_that_a_busy_machine_can_have_changed_shows_nothing() {
        MachineWatch late = MachineWatch.none();
        late.add(new MachineWatch.Sample(System.nanoTime() + 1, 900_000_000, 100_000_000));
        Checks checks = new Checks(Waived.NOTHING, late);

        assertThatThrownBy(() -> checks.timed(Duration.ofMillis(2_999)).that("order", false, "a, b", "b, a"))
                .isInstanceOfSatisfying(Judgement.class, judgement -> {
                    assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
                    assertThat(judgement.reason())
                            .startsWith(
                                    "machine too busy: a timer came 900 ms late, a moment's work took 100 ms longer");
                });
        assertThatThrownBy(() -> checks.timed(Duration.ofSeconds(3)).that("order", false, "a, b", "b, a"))
                .isInstanceOfSatisfying(
                        Judgement.class,
                        judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.BROKEN));
        checks.timed(Duration.ZERO).that("order", true, "a, b", "a, b");
    }

    @Test
    void what_is_not_there_in_time_is_waited_for_as_long_as_the_machine_may_be_late() {
        try (MachineWatch watch = MachineWatch.begin(() -> Duration.ofMillis(900))) {
            long start = System.nanoTime();

            assertThat(watch.until(
                            "half a second", Duration.ZERO, PAUSE, () -> System.nanoTime() - start > 500_000_000L))
                    .isTrue();
            assertThat(watch.see("nothing", () -> "nothing", seen -> false)).isEqualTo("nothing");
            assertThat(System.nanoTime() - start).isGreaterThan(3 * 900_000_000L);
        }
    }

    @Test
    void on_a_quiet_machine_nothing_is_waited_for_after_the_limit() {
        int[] looks = {0};

        assertThat(MachineWatch.none().see("nothing", () -> ++looks[0], seen -> false))
                .isEqualTo(1);
    }

    @Test
    void where_the_machine_is_late_for_too_long_nothing_was_shown() {
        try (MachineWatch watch = MachineWatch.begin(() -> Duration.ofMinutes(5))) {
            assertThatThrownBy(() -> watch.see("nothing", () -> "nothing", seen -> false))
                    .isInstanceOfSatisfying(
                            Judgement.class,
                            judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE));
        }
    }

    @Test
    void what_is_late_by_far_is_judged() {
        Checks checks = new Checks(Waived.NOTHING, MachineWatch.none());

        assertThatThrownBy(() ->
                        checks.faster("a replay", Duration.ofSeconds(2), Duration.ofMillis(2_001), "2 s", "2.001 s"))
                .isInstanceOfSatisfying(
                        Judgement.class,
                        judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.BROKEN));
        checks.faster("a replay", Duration.ofSeconds(2), Duration.ofMillis(1_999), "2 s", "1.999 s");
        assertThat(checks.made()).isEqualTo(2);
    }

    @Test
    void a_machine_may_be_why_a_request_is_not_served_where_its_turns_take_as_long() {
        Busy busy = new Busy(Duration.ofMillis(400), Duration.ofMillis(100), Duration.ZERO, Duration.ZERO);

        assertThat(busy.mayExplain(unserved(Duration.ofSeconds(10)))).isTrue();
        assertThat(busy.mayExplain(unserved(Duration.ofMillis(10_001)))).isFalse();
    }

    @Test
    void a_machine_that_is_late_by_little_is_not_why_a_request_is_not_served() {
        Busy busy = new Busy(Duration.ofMillis(200), Duration.ofMillis(49), Duration.ZERO, Duration.ZERO);

        assertThat(busy.mayExplain(unserved(Duration.ofMillis(3)))).isFalse();
    }

    @Test
    void what_a_busy_machine_did_not_serve_in_time_shows_nothing_unless_it_was_refused_at_once() {
        Exchange unavailable = answered(503, 5_000);
        Busy busy = new Busy(Duration.ofMillis(400), Duration.ofMillis(100), Duration.ZERO, Duration.ZERO);
        Busy calm = new Busy(Duration.ofMillis(40), Duration.ofMillis(1), Duration.ZERO, Duration.ZERO);

        assertThatThrownBy(() -> busy.requireServed(unavailable))
                .isInstanceOfSatisfying(
                        Judgement.class,
                        judgement -> assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE));
        assertThatCode(() -> calm.requireServed(unavailable)).doesNotThrowAnyException();
        assertThatCode(() -> busy.requireServed(answered(503, 900))).doesNotThrowAnyException();
        assertThatCode(() -> busy.requireServed(answered(409, 5_000))).doesNotThrowAnyException();
    }

    private static Exchange answered(int status, long millis) {
        Exchange late = exchange(0, nanos(millis));
        Answer answer = new Answer(status, List.of(), "");
        return new Exchange(late.request(), late.replica(), answer, null, late.at(), late.sent(), late.answered());
    }

    private static Exchange unserved(Duration took) {
        return exchange(0, took.toNanos());
    }

    private static Exchange exchange(long sent, long answered) {
        Request request = new Request("GET", "/payments", List.of(), null);
        return new Exchange(request, URI.create("http://127.0.0.1:1"), null, "late", Instant.now(), sent, answered);
    }

    @Test
    void it_sees_how_late_a_timer_is() {
        long start = System.nanoTime();
        try (MachineWatch watch = MachineWatch.begin(() -> Duration.ZERO)) {
            assertThat(Await.until(
                            "a look at the machine",
                            Duration.ofSeconds(30),
                            Duration.ofMillis(100),
                            () -> !watch.since(start).timer().isZero()))
                    .isTrue();
        }
    }
}
