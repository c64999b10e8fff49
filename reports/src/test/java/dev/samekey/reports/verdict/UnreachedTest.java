package dev.samekey.reports.verdict;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.unreached;
import static dev.samekey.reports.Samples.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.Samples;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Trait;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of a clause for which there was no time. RPL-1 is a MUST clause, RPL-7 is a SHOULD clause. */
class UnreachedTest {
    private static final ScenarioResult HELD = scenario("RPL-1", "payment", Verdict.HELD);
    private static final ScenarioResult LATE = unreached("RPL-1", "refund");

    @Test
    void a_clause_that_was_not_reached_is_not_checked_and_says_of_how_many_scenarios() {
        ClauseVerdict clause = clause("RPL-1", LATE, unreached("RPL-1", "payment"));

        assertThat(clause.verdict()).isEqualTo(Verdict.NOT_CHECKED);
        assertThat(clause.reason())
                .isEqualTo("not reached in 3m: 2 of 2 scenarios; give more time or name it with --clauses");
    }

    @Test
    void what_held_where_it_was_reached_says_in_how_many_scenarios() {
        ClauseVerdict clause = clause("RPL-1", HELD, LATE, scenario("RPL-1", "void", Verdict.NOT_APPLICABLE));

        assertThat(clause.verdict()).isEqualTo(Verdict.HELD);
        assertThat(clause.reason())
                .isEqualTo(
                        "held in 1 of 2 scenarios; not reached in 3m: 1 of 2 scenarios; give more time or name it with"
                                + " --clauses");
        assertThat(clause.unchecked()).containsExactly("not reached in 3m: 1 of 2 scenarios");
    }

    @Test
    void what_held_for_no_operation_in_all_scenarios_is_not_checked() {
        ClauseVerdict clause = clause("RPL-1", HELD, unreached("RPL-1", "payment"));

        assertThat(clause.verdict()).isEqualTo(Verdict.NOT_CHECKED);
        assertThat(clause.reason()).startsWith("held in 1 of 2 scenarios; not reached in 3m: 1 of 2 scenarios");
    }

    @Test
    void an_optional_scenario_that_was_not_reached_is_not_put_aside() {
        assertThat(clause("RPL-1", HELD, with(Trait.OPTIONAL, LATE)).reason()).startsWith("held in 1 of 2 scenarios");
    }

    @Test
    void a_clause_that_is_broken_or_inconclusive_is_that() {
        assertThat(clause("RPL-1", scenario("RPL-1", "payment", Verdict.BROKEN), LATE))
                .satisfies(clause -> {
                    assertThat(clause.verdict()).isEqualTo(Verdict.BROKEN);
                    assertThat(clause.reason()).isEqualTo("Why <it> is BROKEN");
                });
        assertThat(clause("RPL-1", scenario("RPL-1", "payment", Verdict.INCONCLUSIVE), LATE))
                .satisfies(clause -> {
                    assertThat(clause.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
                    assertThat(clause.reason()).contains("why <it>", "; not reached in 3m: 1 of 2 scenarios");
                });
    }

    @Test
    void nobody_knows_whether_a_run_passes_that_had_no_time_for_a_clause() {
        for (ScenarioResult[] run : List.of(new ScenarioResult[] {HELD, LATE}, new ScenarioResult[] {LATE})) {
            ContractVerdict verdict = Samples.verdict(Set.of("RPL-1"), run);

            assertThat(verdict.exitCode()).isEqualTo(2);
            assertThat(verdict.overall()).isEqualTo(Verdict.NOT_CHECKED);
            assertThat(verdict.isIncomplete()).isTrue();
            assertThat(verdict.isCutOff()).isFalse();
            assertThat(verdict.couldJudge()).isTrue();
            assertThat(verdict.whyNothingWasJudged()).isEmpty();
            assertThat(verdict.gate().findings()).singleElement().satisfies(finding -> {
                assertThat(finding.isUnreached()).isTrue();
                assertThat(finding.isOpen()).isTrue();
                assertThat(finding.text())
                        .startsWith("RPL-1 Same status on replay was not judged whole: not reached in 3m: 1 of ");
            });
        }
    }

    @Test
    void what_passes_where_it_is_inconclusive_or_cannot_be_checked_does_not_pass_where_it_was_not_reached() {
        ScenarioResult unclear = scenario("RPL-1", "payment", Verdict.INCONCLUSIVE);

        assertThat(judged("gate: {inconclusive: passes, not_checked: passes}", unclear, LATE)
                        .exitCode())
                .isEqualTo(2);
    }

    @Test
    void the_gate_may_say_what_becomes_of_what_was_not_reached() {
        assertThat(judged("gate: {not_reached: passes}", HELD, LATE).exitCode()).isZero();
        assertThat(judged("gate: {not_reached: fails}", HELD, LATE).exitCode()).isEqualTo(1);
        assertThat(judged("gate: {not_checked: fails}", HELD, LATE).exitCode()).isEqualTo(1);
        assertThat(judged("gate: {not_checked: fails}", LATE).exitCode()).isEqualTo(1);
    }

    @Test
    void a_clause_that_the_gate_does_not_ask_for_stops_nothing() {
        ContractVerdict verdict = Samples.verdict(Set.of("RPL-1", "RPL-7"), HELD, unreached("RPL-7", "payment"));

        assertThat(verdict.exitCode()).isZero();
        assertThat(verdict.overall()).isEqualTo(Verdict.HELD);
        assertThat(verdict.isIncomplete()).isFalse();
    }

    @Test
    void what_was_not_reached_of_many_clauses_is_one_sentence() {
        ContractVerdict verdict = judged("", LATE, unreached("RPL-2", "payment"));

        assertThat(verdict.gate().findings()).hasSize(2);
        assertThat(verdict.whyItFails()).containsExactly("RPL-1, RPL-2 were not judged whole in time");
    }

    @Test
    void a_break_fails_whatever_was_not_reached() {
        assertThat(judged("", scenario("RPL-2", "payment", Verdict.BROKEN), LATE)
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void a_known_break_that_was_not_reached_is_not_gone() {
        for (String operation : List.of("refund", "")) {
            Baseline known = new Baseline(List.of(new KnownBreak(
                    "RPL-1", operation.isEmpty() ? null : operation, "old", LocalDate.of(2026, 1, 2), "known.yaml:1")));
            ContractVerdict verdict =
                    Samples.verdict("gate: {not_reached: passes}", known, Set.of("RPL-1"), HELD, LATE);

            assertThat(verdict.gate().findings()).isEmpty();
        }
    }

    @Test
    void what_was_not_reached_of_an_operation_whose_break_is_listed_leaves_nothing_open() {
        Baseline known = new Baseline(
                List.of(new KnownBreak("RPL-1", "refund", "old", LocalDate.of(2026, 1, 2), "known.yaml:1")));

        assertThat(Samples.verdict("", known, Set.of("RPL-1"), HELD, LATE).exitCode())
                .isZero();
    }

    @Test
    void a_derived_clause_says_how_much_there_was_no_time_for() {
        ContractVerdict verdict = Samples.verdict(
                Set.of("RPL-1", "REV-1", "CON-12"),
                HELD,
                scenario("RPL-1", "refund", Verdict.HELD),
                unreached("RPL-2", "refund"));

        assertThat(verdict.clauses())
                .filteredOn(clause -> clause.clause().isDerived())
                .hasSize(2)
                .allSatisfy(clause -> {
                    assertThat(clause.verdict()).isEqualTo(Verdict.HELD);
                    assertThat(clause.reason()).endsWith("; not reached in 3m: 1 of 3 scenarios");
                    assertThat(clause.unchecked()).isNotEmpty();
                });
        assertThat(verdict.gate().open()).extracting(Gate.Finding::clause).containsExactly("CON-12", "REV-1");
        assertThat(verdict.exitCode()).isEqualTo(2);
    }

    private static ClauseVerdict clause(String id, ScenarioResult... scenarios) {
        return Samples.verdict(Set.of(id), scenarios).clauses().get(0);
    }

    private static ContractVerdict judged(String gate, ScenarioResult... scenarios) {
        return Samples.verdict(gate, Baseline.NONE, Set.of("RPL-1", "RPL-2"), scenarios);
    }
}
