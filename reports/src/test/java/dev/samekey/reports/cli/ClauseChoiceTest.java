package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.Coverage;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClauseChoiceTest {
    private static final Set<String> ALL = Coverage.clauses();

    @Test
    void a_clause_or_a_group_is_meant_in_any_case() {
        assertThat(ClauseChoice.of(List.of("rpl-1", "Con"), ALL)).contains("RPL-1", "CON-1", "CON-10");
        assertThat(ClauseChoice.of(List.of(), ALL)).isEqualTo(ALL);
    }

    @Test
    void a_group_needs_no_whole_run() {
        Set<String> chosen = ClauseChoice.of(List.of("CON", "REV"), ALL);

        assertThat(chosen).contains("CON-11", "REV-2").doesNotContain("CON-12", "REV-1");
        assertThat(Coverage.scenarios(chosen)).isEqualTo(chosen);
        assertThat(ClauseChoice.of(List.of("CON-12"), ALL)).containsExactly("CON-12");
    }

    @Test
    void an_unknown_clause_is_answered_with_the_nearest_one() {
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> ClauseChoice.of(List.of("RPL-99"), ALL))
                .withMessageContaining("did you mean «RPL-9»?");
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> ClauseChoice.of(List.of("RLP"), ALL))
                .withMessageContaining("did you mean «RPL»?");
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> ClauseChoice.of(List.of("payments"), ALL))
                .withMessageContaining("«payments». «--list»");
    }
}
