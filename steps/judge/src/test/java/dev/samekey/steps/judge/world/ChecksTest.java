package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.SharedAssertion;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChecksTest {
    private final Checks checks = new Checks();

    @Test
    void nothing_is_checked_at_first() {
        assertThat(checks.made()).isZero();
    }

    @Test
    void what_is_true_is_counted() {
        checks.equal("number of ones", 1, 1);
        checks.that("letter", true, "a", "b");

        assertThat(checks.made()).isEqualTo(2);
    }

    @Test
    void what_is_wrong_is_counted_and_ends_the_scenario_with_its_facts() {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> checks.equal("number of ones", 1, 2, new Fact("where", "here")))
                .satisfies(judgement -> {
                    assertThat(judgement.verdict()).isEqualTo(Verdict.BROKEN);
                    assertThat(judgement.reason()).isEqualTo("number of ones: expected 1, got 2");
                    assertThat(judgement.facts())
                            .containsExactly(
                                    new Fact("expected", "1"), new Fact("actual", "2"), new Fact("where", "here"));
                });
        assertThat(checks.made()).isEqualTo(1);
    }

    @Test
    void what_is_left_out_is_counted_and_breaks_nothing() {
        Checks second = new Checks(new Waived(Set.of(SharedAssertion.MARK)), MachineWatch.none());
        second.on(SharedAssertion.MARK).equal("mark", "replayed", "stored");

        assertThat(second.made()).isEqualTo(1);
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> second.on(SharedAssertion.MISMATCH).equal("status", 422, 200));
    }

    @Test
    void a_number_is_not_its_text() {
        assertThatExceptionOfType(Judgement.class).isThrownBy(() -> checks.equal("number", 1, "1"));
    }
}
