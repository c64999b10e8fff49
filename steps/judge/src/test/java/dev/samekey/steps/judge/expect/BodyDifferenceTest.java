package dev.samekey.steps.judge.expect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a reader learns where two bodies differ. */
class BodyDifferenceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\": 0.00000015} | {\"a\": 2.4E-7} | /a: 0.00000015 and 0.00000024",
                "{\"a\": 1} | {\"b\": 1} | /a: 1 and nothing",
                "{\"a\": {\"b\": [1, 2]}} | {\"a\": {\"b\": [1, 3]}} | /a/b/1: 2 and 3",
                "{\"a\": \"1\"} | {\"a\": 1} | /a: \"1\" and 1",
                "{\"a\": [1]} | {\"a\": [1, null]} | /a/1: nothing and null"
            })
    void the_first_place_is_said_with_both_values(String one, String other, String said) {
        assertThat(BodyDifference.described(one, other)).hasValue(said);
    }

    @Test
    void a_long_text_is_cut_short_so_that_its_end_shows() {
        assertThat(BodyDifference.described(
                        "{\"a\": \"" + "x".repeat(300) + "\"}", "{\"a\": \"" + "x".repeat(299) + "y\"}"))
                .hasValueSatisfying(said -> assertThat(said)
                        .hasSizeLessThan(80)
                        .contains("xx\" and \"")
                        .endsWith("xy\""));
    }

    @Test
    void bodies_that_are_no_json_have_no_such_place() {
        assertThat(BodyDifference.described("a=1", "a=2")).isEmpty();
    }
}
