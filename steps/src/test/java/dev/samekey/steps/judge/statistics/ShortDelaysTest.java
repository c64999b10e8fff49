package dev.samekey.steps.judge.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShortDelaysTest {
    @Test
    void so_many_as_chance_explains_are_not_too_many() {
        assertThat(ShortDelays.areTooMany(0, 10)).isFalse();
        assertThat(ShortDelays.areTooMany(3, 3)).as("fewer than it takes").isFalse();
        assertThat(ShortDelays.areTooMany(6, 10)).as("once in 7000").isFalse();
    }

    @Test
    void all_or_most_are_too_many() {
        assertThat(ShortDelays.areTooMany(ShortDelays.LEAST, ShortDelays.LEAST)).isTrue();
        assertThat(ShortDelays.areTooMany(7, 10)).as("some came late").isTrue();
    }
}
