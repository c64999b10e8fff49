package dev.samekey.reports.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.contract.Consequences;
import dev.samekey.steps.model.contract.Mend;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** RPL-4 is a usual break of both causes; CON-1 breaks in consequence of it. */
class DiagnosticianTest {
    private static final Mend TRANSACTION = mend("transaction", List.of("RPL-4", "STO-1"), "one", "two");
    private static final Mend LOOK_UP = mend("look-up", List.of("RPL-4"), "three");
    private static final Mend RACE = mend("race", List.of("CON-1"));

    private static final Diagnostician DIAGNOSTICIAN = new Diagnostician(
            List.of(TRANSACTION, LOOK_UP, RACE),
            List.of(
                    new ProvenDefect("one", new BreakPattern(Set.of("STO-1"), Set.of("RPL-4", "RPL-10"))),
                    new ProvenDefect("two", new BreakPattern(Set.of("RPL-4", "RPL-9"), Set.of("RPL-10"))),
                    new ProvenDefect("three", new BreakPattern(Set.of("RPL-4", "RPL-10"), Set.of("RPL-9")))),
            Consequences.shipped());

    @Test
    void the_other_clauses_decide_between_the_causes_of_one() {
        assertThat(causes(Set.of("RPL-4", "RPL-9"), Set.of("RPL-10"))).containsExactly("transaction", "look-up");
        assertThat(causes(Set.of("RPL-4", "RPL-10"), Set.of("RPL-9"))).containsExactly("look-up", "transaction");
    }

    @Test
    void what_holds_speaks_against_a_cause_and_what_was_not_judged_does_not() {
        assertThat(causes(Set.of("RPL-4"), Set.of("RPL-9"))).containsExactly("look-up", "transaction");
        assertThat(causes(Set.of("RPL-4"), Set.of("RPL-10"))).containsExactly("transaction", "look-up");
        assertThat(causes(Set.of("RPL-4"), Set.of())).containsExactly("transaction", "look-up");
    }

    @Test
    void what_follows_from_another_break_is_no_reason_for_a_cause_of_its_own() {
        assertThat(causes(Set.of("RPL-4", "CON-1"), Set.of())).doesNotContain("race");
        assertThat(causes(Set.of("CON-1"), Set.of())).containsExactly("race");
    }

    @Test
    void each_cause_has_the_clauses_that_speak_for_it_and_the_most_alike_defect() {
        Candidate first = DIAGNOSTICIAN
                .causesOf(new BreakPattern(Set.of("RPL-4", "RPL-9", "KEY-1"), Set.of()))
                .get(0);

        assertThat(first.mend()).isEqualTo(TRANSACTION);
        assertThat(first.clauses()).containsExactly("RPL-4", "RPL-9");
        assertThat(first.alike()).isEqualTo("two");
        assertThat(first.explainedBy()).isEqualTo("RPL-4");
    }

    @Test
    void where_nothing_is_broken_there_is_no_cause() {
        assertThat(causes(Set.of(), Set.of("RPL-4"))).isEmpty();
    }

    private static List<String> causes(Set<String> broken, Set<String> held) {
        return DIAGNOSTICIAN.causesOf(new BreakPattern(broken, held)).stream()
                .map(candidate -> candidate.mend().id())
                .toList();
    }

    private static Mend mend(String id, List<String> clauses, String... defects) {
        return new Mend(id, clauses, List.of(defects), "Why.", "How.", "text", "code");
    }
}
