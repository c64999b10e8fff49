package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.NotReached;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeLimitTest {
    private Duration now = Duration.ofDays(3);
    private final TimeLimit time = TimeLimit.of(Duration.ofSeconds(80), () -> now.toNanos());

    @Test
    void a_part_of_the_time_is_kept_for_the_second_look() {
        time.begin();
        now = now.plusSeconds(59);
        assertThat(time.isLeft()).isTrue();

        now = now.plusSeconds(1);
        assertThat(time.isLeft()).isFalse();
        assertThat(time.isLeftForSecondLook()).isTrue();

        now = now.plusSeconds(20);
        assertThat(time.isLeftForSecondLook()).isFalse();
    }

    @Test
    void a_break_that_was_seen_at_the_end_is_looked_at_once_more() {
        time.begin();
        time.keepForSecondLook(Duration.ofSeconds(5));
        time.see(Duration.ofSeconds(5));
        time.see(Duration.ofSeconds(1));
        now = now.plusSeconds(49);
        assertThat(time.isLeft()).as("twice what it took is kept").isTrue();
        now = now.plusSeconds(1);
        assertThat(time.isLeft()).isFalse();

        now = now.plusSeconds(34);
        assertThat(time.isLeftForSecondLook()).isTrue();
        now = now.plusSeconds(1);
        assertThat(time.isLeftForSecondLook()).isFalse();
    }

    @Test
    void more_is_kept_for_each_break_and_half_remains_for_the_scenarios() {
        time.begin();
        time.keep(Duration.ofSeconds(10));
        now = now.plusSeconds(49);
        assertThat(time.isLeft()).isTrue();
        now = now.plusSeconds(1);
        assertThat(time.isLeft()).isFalse();

        time.begin();
        time.keep(Duration.ofSeconds(500));
        now = now.plusSeconds(39);
        assertThat(time.isLeft()).isTrue();
        now = now.plusSeconds(1);
        assertThat(time.isLeft()).isFalse();
    }

    @Test
    void the_time_does_not_run_before_it_begins_and_each_part_of_a_run_has_its_own() {
        now = now.plusSeconds(200);
        assertThat(time.isLeft()).isTrue();

        time.begin();
        now = now.plusSeconds(200);
        assertThat(time.isLeft()).isFalse();
        assertThat(time.anew().isLeft()).isTrue();
    }

    @Test
    void without_a_limit_there_is_always_time() {
        TimeLimit none = TimeLimit.none();
        none.begin();
        none.keep(Duration.ofDays(1));

        assertThat(none.isSet()).isFalse();
        assertThat(none.isLeft()).isTrue();
        assertThat(none.isLeftForSecondLook()).isTrue();
    }

    @Test
    void no_scenario_begins_when_the_time_is_used_up() {
        FailFast failFast = FailFast.never().within(time);
        time.begin();
        assertThatNoException().isThrownBy(failFast::mayBegin);
        assertThat(failFast.late()).isEmpty();

        now = now.plusSeconds(60);
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(failFast::mayBegin)
                .matches(NotReached::isWhy)
                .matches(late -> late.verdict() == Verdict.NOT_CHECKED)
                .withMessage("not reached in 80s; give more time or name it with --clauses");
        assertThat(failFast.late()).isPresent();
    }
}
