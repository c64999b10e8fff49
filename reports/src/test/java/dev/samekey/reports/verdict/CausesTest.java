package dev.samekey.reports.verdict;

import static dev.samekey.reports.Samples.ofTheContract;
import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.states.KeyPath;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Missing;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.SharedAssertion;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CausesTest {
    @Test
    void what_follows_from_a_break_for_the_same_operation_is_its_consequence() {
        ContractVerdict verdict =
                judged(scenario("RPL-4", "refund", Verdict.BROKEN), scenario("CON-1", "refund", Verdict.BROKEN));

        assertThat(cause(verdict, "RPL-4")).isNull();
        assertThat(cause(verdict, "CON-1")).isEqualTo("RPL-4");
        assertThat(verdict.consequences()).isEqualTo(1);
        assertThat(verdict.overall()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void a_break_for_another_operation_is_no_cause() {
        ContractVerdict verdict = judged(
                scenario("RPL-4", "payment", Verdict.BROKEN),
                scenario("RPL-4", "refund", Verdict.HELD),
                scenario("CON-1", "refund", Verdict.BROKEN));

        assertThat(cause(verdict, "CON-1")).isNull();
    }

    @Test
    void the_first_cause_of_a_chain_is_named() {
        ContractVerdict verdict = judged(
                scenario("RPL-4", "refund", Verdict.BROKEN),
                scenario("MIS-1", "refund", Verdict.BROKEN),
                scenario("MIS-6", "refund", Verdict.BROKEN));

        assertThat(cause(verdict, "MIS-6")).isEqualTo("RPL-4");
    }

    @Test
    void nothing_follows_from_a_clause_that_broke_at_what_another_is_about() {
        ContractVerdict verdict = judged(
                scenario("RPL-1", "refund", Verdict.BROKEN),
                at(SharedAssertion.STATUS, scenario("STO-4", "refund", Verdict.BROKEN)),
                at(SharedAssertion.ONE_EFFECT, scenario("STO-2", "refund", Verdict.BROKEN)));

        assertThat(cause(verdict, "STO-4")).isEqualTo("RPL-1");
        assertThat(cause(verdict, "STO-2")).isNull();
    }

    @Test
    void what_is_missing_after_a_restart_explains_nothing_else_that_is() {
        ScenarioResult lost = scenario("STO-4", "payment", Verdict.BROKEN).with(Missing.EFFECT.fact(), List.of());
        ScenarioResult killed = scenario("STO-1", "payment", Verdict.BROKEN);

        assertThat(cause(judged(lost, killed.with(Missing.EFFECT.fact(), List.of())), "STO-1"))
                .isEqualTo("STO-4");
        assertThat(cause(judged(lost, killed), "STO-1")).isEqualTo("STO-4");
        assertThat(cause(judged(lost, killed.with(Missing.RECORD.fact(), List.of())), "STO-1"))
                .isNull();
    }

    @Test
    void a_path_that_breaks_at_what_a_clause_judges_alone_follows_from_that_clause() {
        ScenarioResult path = scenario("STO-8", "payment", Verdict.BROKEN);
        Fact alone = new Fact(KeyPath.ALONE, "MIS-1, REV-3");
        ScenarioResult mismatch = scenario("MIS-1", "payment", Verdict.BROKEN);

        assertThat(cause(judged(mismatch, path.with(alone, List.of())), "STO-8"))
                .isEqualTo("MIS-1");
        assertThat(cause(judged(mismatch, path), "STO-8")).isNull();
    }

    private static ScenarioResult at(SharedAssertion point, ScenarioResult broken) {
        return broken.turned(
                Verdict.BROKEN,
                point,
                broken.reason(),
                broken.facts(),
                broken.steps().get(0));
    }

    @Test
    void a_clause_with_one_finding_of_its_own_is_one() {
        ContractVerdict verdict = judged(
                scenario("RPL-4", "refund", Verdict.BROKEN),
                scenario("RPL-4", "payment", Verdict.HELD),
                scenario("CON-1", "refund", Verdict.BROKEN),
                scenario("CON-1", "payment", Verdict.BROKEN));

        assertThat(cause(verdict, "CON-1")).isNull();
        assertThat(clause(verdict, "CON-1").reason()).doesNotContain("in consequence");
        assertThat(verdict.consequences()).isZero();
    }

    @Test
    void a_consequence_says_so_in_its_sentence() {
        ContractVerdict verdict =
                judged(scenario("RPL-4", "refund", Verdict.BROKEN), scenario("CON-1", "refund", Verdict.BROKEN));

        assertThat(clause(verdict, "CON-1").reason()).endsWith(", in consequence of RPL-4");
    }

    @Test
    void reversals_that_break_in_consequence_name_the_first_cause() {
        ContractVerdict verdict = verdict(
                Set.of("REV-1", "RPL-4", "CON-1"),
                scenario("RPL-4", "payment", Verdict.NOT_CHECKED),
                scenario("RPL-4", "refund", Verdict.BROKEN),
                scenario("CON-1", "payment", Verdict.HELD),
                scenario("CON-1", "refund", Verdict.BROKEN));

        assertThat(cause(verdict, "REV-1")).isEqualTo("RPL-4");
    }

    @Test
    void what_holds_alone_and_breaks_beside_others_breaks_a_clause_of_its_own() {
        ScenarioResult disturbed = scenario("RPL-3", "refund", Verdict.HELD).in(Isolation.DISTURBED);
        ContractVerdict verdict =
                verdict(Set.of("RPL-3", "CON-12"), scenario("RPL-3", "payment", Verdict.HELD), disturbed);

        assertThat(clause(verdict, "RPL-3").verdict()).isEqualTo(Verdict.HELD);
        assertThat(clause(verdict, "CON-12").verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(clause(verdict, "CON-12").reason())
                .isEqualTo("held alone, broken beside other requests: RPL-3 (refund)");
    }

    @Test
    void what_breaks_beside_others_alone_is_reported_also_where_only_its_own_clause_was_chosen() {
        ScenarioResult disturbed = scenario("RPL-3", "refund", Verdict.HELD).in(Isolation.DISTURBED);
        ContractVerdict verdict = verdict(Set.of("RPL-3"), scenario("RPL-3", "payment", Verdict.HELD), disturbed);

        assertThat(clause(verdict, "CON-12").verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(verdict.overall()).isEqualTo(Verdict.BROKEN);
        assertThat(verdict.exitCode()).isEqualTo(1);
    }

    @Test
    void nothing_is_said_of_company_where_nobody_asked_and_nothing_was_disturbed() {
        ContractVerdict verdict = verdict(
                Set.of("RPL-3"),
                scenario("RPL-3", "payment", Verdict.HELD),
                scenario("RPL-3", "refund", Verdict.HELD).in(Isolation.UNCLEAR));

        assertThat(verdict.clauses()).extracting(clause -> clause.clause().id()).containsExactly("RPL-3");
        assertThat(verdict.exitCode()).isZero();
    }

    @Test
    void what_was_broken_once_beside_others_does_not_show_that_they_do_not_disturb() {
        ContractVerdict verdict = verdict(
                Set.of("CON-12"),
                scenario("RPL-1", "payment", Verdict.HELD).in(Isolation.BESIDE_OTHERS),
                scenario("RPL-2", "payment", Verdict.HELD).in(Isolation.BESIDE_OTHERS),
                scenario("RPL-3", "refund", Verdict.BROKEN).in(Isolation.UNCLEAR));

        assertThat(clause(verdict, "CON-12").verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(clause(verdict, "CON-12").reason()).contains("RPL-3 (refund)");
        assertThat(clause(verdict, "CON-12").scenarios())
                .as("what reports and the gate would count as its breaks")
                .isEmpty();
    }

    @Test
    void what_sends_nothing_does_not_show_that_others_do_not_disturb() {
        ContractVerdict verdict = verdict(
                Set.of("CON-12"),
                ofTheContract(scenario("ERR-5", "payment", Verdict.HELD)),
                ofTheContract(scenario("TTL-4", "payment", Verdict.HELD)),
                scenario("RPL-1", "payment", Verdict.HELD));

        assertThat(clause(verdict, "CON-12").verdict()).isEqualTo(Verdict.NOT_CHECKED);
    }

    @Test
    void what_holds_beside_others_shows_that_they_do_not_disturb() {
        ContractVerdict verdict = verdict(
                Set.of("CON-12"),
                scenario("RPL-1", "payment", Verdict.HELD),
                scenario("RPL-2", "refund", Verdict.HELD));

        assertThat(clause(verdict, "CON-12").verdict()).isEqualTo(Verdict.HELD);
    }

    @Test
    void nothing_is_said_of_company_where_each_scenario_ran_alone() {
        ContractVerdict verdict = verdict(
                Set.of("CON-12"),
                scenario("RPL-3", "payment", Verdict.HELD).in(Isolation.ALONE),
                scenario("RPL-1", "payment", Verdict.HELD).in(Isolation.ALONE));

        assertThat(clause(verdict, "CON-12").verdict()).isEqualTo(Verdict.NOT_CHECKED);
    }

    private static ContractVerdict judged(ScenarioResult... scenarios) {
        return verdict(
                Arrays.stream(scenarios)
                        .flatMap(scenario -> scenario.clauses().stream())
                        .collect(Collectors.toCollection(TreeSet::new)),
                scenarios);
    }

    private static ClauseVerdict clause(ContractVerdict verdict, String id) {
        return verdict.clauses().stream()
                .filter(clause -> clause.clause().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static @Nullable String cause(ContractVerdict verdict, String id) {
        return clause(verdict, id).cause();
    }
}
