package dev.samekey.steps.model.verdict;

import static dev.samekey.steps.model.verdict.Verdict.BROKEN;
import static dev.samekey.steps.model.verdict.Verdict.HARNESS_ERROR;
import static dev.samekey.steps.model.verdict.Verdict.HELD;
import static dev.samekey.steps.model.verdict.Verdict.INCONCLUSIVE;
import static dev.samekey.steps.model.verdict.Verdict.NOT_APPLICABLE;
import static dev.samekey.steps.model.verdict.Verdict.NOT_CHECKED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void the_worst_wins() {
        assertThat(Verdict.worst(List.of(HELD, BROKEN, INCONCLUSIVE, HELD))).isEqualTo(BROKEN);
        assertThat(Verdict.worst(List.of(HELD, NOT_CHECKED))).isEqualTo(NOT_CHECKED);
        assertThat(Verdict.worst(List.of(NOT_CHECKED, INCONCLUSIVE))).isEqualTo(INCONCLUSIVE);
        assertThat(Verdict.worst(List.of(BROKEN, HARNESS_ERROR))).isEqualTo(BROKEN);
        assertThat(Verdict.worst(List.of(HARNESS_ERROR, INCONCLUSIVE, HELD))).isEqualTo(HARNESS_ERROR);
    }

    @Test
    void not_applicable_counts_only_where_nothing_else_does() {
        assertThat(Verdict.worst(List.of(NOT_APPLICABLE, NOT_APPLICABLE))).isEqualTo(NOT_APPLICABLE);
        assertThat(Stream.of(HELD, NOT_CHECKED, INCONCLUSIVE, BROKEN, HARNESS_ERROR))
                .allSatisfy(other -> assertThat(Verdict.worst(List.of(NOT_APPLICABLE, other, NOT_APPLICABLE)))
                        .isEqualTo(other));
    }

    @Test
    void nothing_was_seen_where_nothing_ran() {
        assertThat(Verdict.worst(List.of())).isEqualTo(NOT_CHECKED);
    }

    @Test
    void only_what_was_seen_is_judged() {
        assertThat(Stream.of(Verdict.values()).filter(Verdict::isJudged)).containsExactly(HELD, BROKEN);
    }

    @Test
    void a_break_is_a_sentence_with_what_was_expected_and_what_was_there() {
        Judgement judgement = Judgement.broken("number of effects", "1", "2", new Fact("where", "there"));

        assertThat(judgement.verdict()).isEqualTo(BROKEN);
        assertThat(judgement.reason()).isEqualTo("number of effects: expected 1, got 2");
        assertThat(judgement.facts())
                .containsExactly(new Fact("expected", "1"), new Fact("actual", "2"), new Fact("where", "there"));
    }
}
