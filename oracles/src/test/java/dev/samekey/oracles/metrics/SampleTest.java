package dev.samekey.oracles.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleTest {
    @Test
    void a_plain_sample_is_read() {
        assertThat(Sample.read("up 1")).containsExactly(new Sample("up", Map.of(), 1));
        assertThat(Sample.read("  jvm:up_total\t2.5  ")).containsExactly(new Sample("jvm:up_total", Map.of(), 2.5));
    }

    @Test
    void labels_may_hold_spaces_braces_commas_and_escaped_quotes() {
        assertThat(Sample.read("x_total{a=\"b c\", d=\"{e}\",f=\"g,h=\\\"i\\\" \\\\\",} 3"))
                .containsExactly(new Sample("x_total", Map.of("a", "b c", "d", "{e}", "f", "g,h=\\\"i\\\" \\\\"), 3));
    }

    @Test
    void values_may_be_exponents_and_infinite() {
        assertThat(Sample.read("x 1.5E3")).containsExactly(new Sample("x", Map.of(), 1500));
        assertThat(Sample.read("x -2e-1")).containsExactly(new Sample("x", Map.of(), -0.2));
        assertThat(Sample.read("x +Inf")).containsExactly(new Sample("x", Map.of(), Double.POSITIVE_INFINITY));
        assertThat(Sample.read("x -Inf")).containsExactly(new Sample("x", Map.of(), Double.NEGATIVE_INFINITY));
        assertThat(Sample.read("x NaN")).containsExactly(new Sample("x", Map.of(), Double.NaN));
    }

    @Test
    void a_timestamp_is_no_value() {
        assertThat(Sample.read("x{a=\"b\"} 7 1700000000000")).containsExactly(new Sample("x", Map.of("a", "b"), 7));
        assertThat(Sample.read("x 7 -5")).containsExactly(new Sample("x", Map.of(), 7));
    }

    @Test
    void an_exemplar_is_no_value() {
        assertThat(Sample.read("x{a=\"b\"} 7 # {trace_id=\"c\"} 0.5"))
                .containsExactly(new Sample("x", Map.of("a", "b"), 7));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "# HELP x_total What x did 5",
                "# TYPE x_total counter",
                "<html>",
                "not found",
                "x{a=\"b\" 5",
                "{\"x\": 5}"
            })
    void anything_else_is_no_sample(String line) {
        assertThat(Sample.read(line)).isEmpty();
    }

    @Test
    void a_selector_matches_by_name_and_the_labels_that_it_names() {
        Sample sample = Sample.read("x_total{outcome=\"created\",route=\"/a\"} 1")
                .findFirst()
                .orElseThrow();

        assertThat(sample.matches(Sample.named("x_total"))).isTrue();
        assertThat(sample.matches(Sample.named("x_total{outcome=\"created\"}"))).isTrue();
        assertThat(sample.matches(Sample.named("x_total{outcome=\"replayed\"}")))
                .isFalse();
        assertThat(sample.matches(Sample.named("x_total{other=\"created\"}"))).isFalse();
        assertThat(sample.matches(Sample.named("x"))).isFalse();
    }

    @Test
    void what_is_no_counter_is_reported() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sample.named("no counter"))
                .withMessage("«no counter» is not the name of a counter");
        assertThatIllegalArgumentException().isThrownBy(() -> Sample.named("x_total{outcome=created}"));
    }
}
