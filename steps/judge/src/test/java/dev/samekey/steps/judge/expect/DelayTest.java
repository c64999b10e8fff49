package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DelayTest {
    private final Delay first = between(0, 600);

    @Test
    void a_delay_is_longer_when_its_least_is_no_less_than_the_most_of_the_other() {
        assertThat(between(600, 2000).isLongerThan(first)).isTrue();
    }

    @Test
    void of_delays_whose_bounds_overlap_neither_is_longer() {
        Delay other = between(599, 2000);
        assertThat(other.isLongerThan(first)).isFalse();
        assertThat(first.isLongerThan(other)).isFalse();
    }

    @Test
    void a_delay_is_described_by_its_bounds() {
        assertThat(first).hasToString("0 to 600 ms");
    }

    private static Delay between(long least, long most) {
        return new Delay(Duration.ofMillis(least), Duration.ofMillis(most));
    }
}
