package dev.samekey.steps.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JudgementTest {
    @Test
    void a_break_is_a_sentence_with_what_was_expected_and_seen() {
        assertThat(Judgement.broken("status of the replay", "201", "200"))
                .hasMessage("status of the replay: expected 201, got 200");
    }

    @Test
    void long_values_are_shown_where_they_differ() {
        String same = "a".repeat(500);
        assertThat(Judgement.broken("body", "{\"text\":\"" + same + "b\"}", "{\"text\":\"" + same))
                .hasMessage("body: expected …" + "a".repeat(20) + "b\"}, got …" + "a".repeat(20));
    }

    @Test
    void a_long_value_that_differs_at_its_beginning_is_shown_from_there() {
        assertThat(Judgement.broken("body", "a".repeat(500), "b"))
                .hasMessage("body: expected " + "a".repeat(100) + "…, got b");
    }
}
