package dev.samekey.oracles.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AwaitTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(5);

    private final AtomicInteger looks = new AtomicInteger();

    @AfterEach
    void otherTestsMayWait() {
        var unused = Thread.interrupted();
    }

    @Test
    void what_is_there_already_is_not_waited_for() {
        assertThat(Await.until("three", LONG, LONG, () -> 3, seen -> seen == 3))
                .isEqualTo(new Await.Outcome<>(3, true));
    }

    @Test
    void it_looks_until_it_sees_what_is_wanted() {
        assertThat(Await.until("three", LONG, SHORT, looks::incrementAndGet, seen -> seen == 3))
                .isEqualTo(new Await.Outcome<>(3, true));
    }

    @Test
    void at_the_limit_it_gives_the_last_that_it_saw() {
        Await.Outcome<Integer> outcome = Await.until("none", SHORT, LONG, looks::incrementAndGet, seen -> false);

        assertThat(outcome.reached()).isFalse();
        assertThat(outcome.value()).isEqualTo(looks.get()).isGreaterThan(1);
    }

    @Test
    void without_time_it_still_looks_once() {
        assertThat(Await.until("one", Duration.ZERO, LONG, () -> looks.incrementAndGet() == 1))
                .isTrue();
        assertThat(Await.until("one", Duration.ZERO.minus(LONG), LONG, () -> looks.incrementAndGet() == 1))
                .isFalse();
    }

    @Test
    void an_interruption_is_an_error_and_not_a_condition_that_was_not_reached() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> Await.until("a line of the log", LONG, LONG, () -> false))
                .isInstanceOf(Interrupted.class)
                .hasMessage("interrupted while waiting for a line of the log");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void a_pause_ends_with_an_interruption_too() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> Await.pause("the second look", LONG)).isInstanceOf(Interrupted.class);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
}
