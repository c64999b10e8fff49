package dev.samekey.reports.verdict;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static dev.samekey.reports.Samples.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.samekey.reports.Samples;
import dev.samekey.reports.render.Console;
import dev.samekey.steps.judge.world.Controlled;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Trait;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ContractVerdictTest {
    @Test
    void a_clause_is_as_bad_as_its_worst_scenario() {
        ContractVerdict verdict = verdict(
                Set.of("RPL-1"),
                scenario("RPL-1", "payment", Verdict.HELD),
                scenario("RPL-1", "refund", Verdict.INCONCLUSIVE));
        assertThat(verdict.clauses().get(0).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict.clauses().get(0).reason()).startsWith("refund: why");
    }

    @Test
    void what_held_for_one_operation_is_held_and_says_where_it_was_not_checked() {
        ContractVerdict verdict = verdict(
                Set.of("RPL-4"),
                scenario("RPL-4", "payment", Verdict.HELD),
                scenario("RPL-4", "refund", Verdict.NOT_CHECKED, "no listing"));
        ClauseVerdict clause = verdict.clauses().get(0);
        assertThat(clause.verdict()).isEqualTo(Verdict.HELD);
        assertThat(clause.reason()).isEqualTo("not checked everywhere: refund: no listing");
        assertThat(clause.unchecked()).containsExactly("refund: no listing");
    }

    @Test
    void a_part_that_held_is_not_enough_for_an_operation() {
        ContractVerdict verdict = verdict(
                Set.of("RPL-10"),
                scenario("RPL-10", "payment", Verdict.HELD),
                scenario("RPL-10", "payment", Verdict.NOT_CHECKED));
        assertThat(verdict.clauses().get(0).verdict()).isEqualTo(Verdict.NOT_CHECKED);
    }

    @Test
    void what_was_not_checked_for_an_operation_takes_nothing_from_a_break() {
        ContractVerdict verdict = verdict(
                Set.of("RPL-4"),
                scenario("RPL-4", "payment", Verdict.BROKEN),
                scenario("RPL-4", "refund", Verdict.NOT_CHECKED));
        assertThat(verdict.clauses().get(0).verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void what_does_not_apply_takes_nothing_from_what_holds() {
        ContractVerdict verdict = verdict(
                Set.of("RPL-1"),
                scenario("RPL-1", "payment", Verdict.HELD),
                scenario("RPL-1", "refund", Verdict.NOT_APPLICABLE));
        assertThat(verdict.clauses().get(0).verdict()).isEqualTo(Verdict.HELD);
    }

    @Test
    void an_optional_scenario_that_is_not_checked_takes_nothing_from_what_holds_and_its_reason_is_given() {
        ContractVerdict verdict =
                verdict(Set.of("EVT-1"), scenario("EVT-1", "settlement", Verdict.HELD), optional(Verdict.NOT_CHECKED));
        assertThat(verdict.clauses().get(0).verdict()).isEqualTo(Verdict.HELD);
        assertThat(verdict.clauses().get(0).reason()).contains("NOT_CHECKED");
        assertThat(verdict.clauses().get(0).scenarios()).hasSize(2);
    }

    @Test
    void an_optional_scenario_that_is_broken_counts_as_any_other() {
        ContractVerdict verdict =
                verdict(Set.of("EVT-1"), scenario("EVT-1", "settlement", Verdict.HELD), optional(Verdict.BROKEN));
        assertThat(verdict.clauses().get(0).verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void a_clause_with_optional_scenarios_only_is_not_checked_when_they_are_not() {
        assertThat(verdict(Set.of("EVT-1"), optional(Verdict.NOT_CHECKED))
                        .clauses()
                        .get(0)
                        .verdict())
                .isEqualTo(Verdict.NOT_CHECKED);
    }

    @Test
    void a_run_in_which_no_operation_works_cannot_judge_and_says_what_to_do() {
        String why = "the control request for a payment got 404 (expected 201): check «urls»";
        ContractVerdict verdict = Samples.controlled(
                List.of(new Controlled("payment", false, why)),
                Set.of("TTL-4", "RPL-1"),
                scenario("TTL-4", "payment", Verdict.BROKEN),
                scenario("RPL-1", "payment", Verdict.NOT_CHECKED));
        StringWriter console = new StringWriter();
        new Console(new PrintWriter(console)).table(verdict);

        assertThat(verdict.exitCode()).isEqualTo(2);
        assertThat(console.toString())
                .contains("No operation of the target file works, so nothing was judged: " + why + ". ");
    }

    @Test
    void a_run_that_could_not_judge_is_not_held_and_says_what_to_do() {
        String why = "the target file lacks «writes: allowed», so no operation was tried: add this line";
        ContractVerdict verdict = Samples.hindered(
                why,
                Set.of("TTL-4", "RPL-1"),
                Samples.ofTheContract(scenario("TTL-4", "payment", Verdict.HELD)),
                scenario("RPL-1", "payment", Verdict.NOT_CHECKED));
        StringWriter console = new StringWriter();
        new Console(new PrintWriter(console)).table(verdict);

        assertThat(verdict.overall()).isEqualTo(Verdict.NOT_CHECKED);
        assertThat(verdict.exitCode()).isEqualTo(2);
        assertThat(verdict.whyItFails()).containsExactly(why);
        assertThat(console.toString()).contains("gate: unknown", why).doesNotContain("gate: passed");
    }

    @Test
    void a_client_that_does_nothing_is_no_fault_of_a_target_file() {
        String why = "the client cannot be started";
        ContractVerdict verdict = Samples.controlled(
                List.of(new Controlled("buy", false, why)),
                Set.of("CLI-1", "BUD-1"),
                scenario("CLI-1", "buy", Verdict.NOT_CHECKED));
        StringWriter console = new StringWriter();
        new Console(new PrintWriter(console)).table(verdict);

        assertThat(console.toString())
                .contains("The client did none of its operations, so nothing was judged: " + why + ".")
                .doesNotContain("target file", "samekey check");
    }

    @Test
    void a_run_in_which_one_operation_works_judges() {
        ContractVerdict verdict = Samples.controlled(
                List.of(new Controlled("payment", false, "why"), new Controlled("refund", true, "")),
                Set.of("RPL-1"),
                scenario("RPL-1", "refund", Verdict.BROKEN));

        assertThat(verdict.exitCode()).isEqualTo(1);
    }

    private static ScenarioResult optional(Verdict verdict) {
        return with(Trait.OPTIONAL, scenario("EVT-1", "brokered event", verdict));
    }

    @Test
    void a_clause_without_a_scenario_is_not_checked() {
        assertThat(verdict(Set.of("RPL-2")).clauses().get(0).verdict()).isEqualTo(Verdict.NOT_CHECKED);
    }

    @Test
    void a_broken_must_clause_ends_with_1() {
        assertThat(verdict(Set.of("RPL-1"), scenario("RPL-1", "payment", Verdict.BROKEN))
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void a_broken_must_clause_counts_more_than_a_harness_error() {
        ContractVerdict verdict = verdict(
                Set.of("RPL-1", "RPL-2"),
                scenario("RPL-1", "payment", Verdict.BROKEN),
                scenario("RPL-2", "payment", Verdict.HARNESS_ERROR));
        assertThat(verdict.exitCode()).isEqualTo(1);
    }

    @Test
    void a_harness_error_does_not_hide_a_break_of_its_clause_and_both_are_said() {
        ContractVerdict verdict = verdict(
                Set.of("CON-1"),
                scenario("CON-1", "payment", Verdict.BROKEN, "effects: expected 1, got 2"),
                scenario("CON-1", "refund", Verdict.HARNESS_ERROR, "java.io.IOException"));
        StringWriter console = new StringWriter();
        new Console(new PrintWriter(console)).result(verdict);

        assertThat(verdict.clauses().get(0).verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(verdict.exitCode()).isEqualTo(1);
        assertThat(verdict.whyItFails())
                .containsExactly("CON-1 Effects: expected 1, got 2", "CON-1 refund: java.io.IOException");
        assertThat(console.toString())
                .contains(
                        "CON-1 Effects: expected 1, got 2",
                        "  Samekey itself failed: CON-1 refund: java.io.IOException");
    }

    @Test
    void a_break_that_does_not_count_does_not_hide_a_harness_error_of_its_clause() {
        ContractVerdict verdict = verdict(
                Set.of("RPL-1", "RPL-7"),
                scenario("RPL-1", "payment", Verdict.HELD),
                scenario("RPL-7", "payment", Verdict.BROKEN),
                scenario("RPL-7", "refund", Verdict.HARNESS_ERROR));
        assertThat(verdict.exitCode()).isEqualTo(2);
    }

    @Test
    void a_broken_should_clause_does_not_fail_the_run() {
        ContractVerdict verdict = verdict(
                Set.of("RPL-1", "RPL-7"),
                scenario("RPL-1", "payment", Verdict.HELD),
                scenario("RPL-7", "payment", Verdict.BROKEN));
        assertThat(verdict.exitCode()).isZero();
        assertThat(verdict.overall()).isEqualTo(Verdict.BROKEN);
        assertThat(verdict.gate().uncounted(verdict.clauses())).containsExactly("RPL-7");
    }

    @Test
    void a_harness_error_ends_with_2() {
        ContractVerdict verdict = verdict(
                Set.of("RPL-1", "RPL-2"),
                scenario("RPL-1", "payment", Verdict.HELD),
                scenario("RPL-2", "payment", Verdict.HARNESS_ERROR));
        assertThat(verdict.exitCode()).isEqualTo(2);
        assertThat(verdict.overall()).isEqualTo(Verdict.HARNESS_ERROR);
    }

    @Test
    void clauses_are_counted_by_what_they_came_out_as() {
        ContractVerdict verdict = verdict(
                Set.of("RPL-1", "RPL-2", "RPL-3"),
                scenario("RPL-1", "payment", Verdict.HELD),
                scenario("RPL-2", "payment", Verdict.HELD),
                scenario("RPL-3", "payment", Verdict.BROKEN));
        assertThat(verdict.counts()).containsOnly(entry(Verdict.HELD, 2L), entry(Verdict.BROKEN, 1L));
    }

    @Test
    void a_run_that_judged_nothing_ends_with_2() {
        assertThat(verdict(Set.of("RPL-1"), scenario("RPL-1", "payment", Verdict.NOT_CHECKED))
                        .exitCode())
                .isEqualTo(2);
    }
}
