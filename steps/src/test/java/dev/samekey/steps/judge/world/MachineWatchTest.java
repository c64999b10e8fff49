package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MachineWatchTest {
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
                                .endsWith(" and a usual response 900 ms");
                    });
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
