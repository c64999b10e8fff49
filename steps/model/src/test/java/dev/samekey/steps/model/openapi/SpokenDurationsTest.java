package dev.samekey.steps.model.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpokenDurationsTest {
    @ParameterizedTest
    @CsvSource({
        "kept for 24 hours, PT24H",
        "a 24-hour window, PT24H",
        "for 7d, PT168H",
        "for seven days, PT168H",
        "within an hour, PT1H",
        "P1D, PT24H",
        "PT30M at least, PT30M",
        "in 500ms, PT0.5S"
    })
    void a_duration_is_found_in_prose(String text, Duration duration) {
        assertThat(SpokenDurations.in(text)).containsExactly(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"made anew, and the same on each attempt", "error 409", "up to 64 characters", "a HEADER"})
    void what_only_looks_like_one_is_none(String text) {
        assertThat(SpokenDurations.in(text)).isEmpty();
    }

    @Test
    void a_duration_is_written_as_a_dialect_has_it() {
        assertThat(SpokenDurations.written(Duration.ofDays(1))).isEqualTo("24h");
        assertThat(SpokenDurations.written(Duration.ofDays(7))).isEqualTo("7d");
        assertThat(SpokenDurations.written(Duration.ofMinutes(90))).isEqualTo("90m");
        assertThat(SpokenDurations.written(Duration.ofMillis(500))).isEqualTo("500ms");
    }
}
