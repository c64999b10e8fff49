package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfidenceTest {
    @ParameterizedTest
    @CsvSource({"0.65, 0.95, 3", "0.5, 0.95, 5", "0.1, 0.95, 29", "0.01, 0.99, 459", "0.99, 0.5, 1"})
    void runs_as_many_rounds_as_the_confidence_takes(double seenIn, double confidence, int rounds) {
        assertThat(new Confidence(seenIn, confidence).rounds()).isEqualTo(rounds);
    }

    @Test
    void says_what_the_contended_rounds_would_have_shown() {
        assertThat(Confidence.DEFAULT.said(3))
                .isEqualTo("3 contended rounds: a break that shows in more than 63 % of such rounds"
                        + " would have been seen with a probability of 95 %");
    }
}
