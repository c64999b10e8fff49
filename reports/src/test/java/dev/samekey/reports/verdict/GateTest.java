package dev.samekey.reports.verdict;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.samekey.reports.Samples;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** RPL-1 and RPL-2 are MUST clauses, RPL-7 is a SHOULD clause. */
class GateTest {
    private static final ScenarioResult HELD = scenario("RPL-1", "payment", Verdict.HELD);

    @Test
    void a_run_that_was_ended_early_fails_whatever_held() {
        ContractVerdict verdict = Samples.ended(Set.of("RPL-1"), HELD);
        assertThat(verdict.exitCode()).isEqualTo(1);
        assertThat(texts(verdict)).containsExactly("the run was ended before all was judged");
    }

    @Test
    void a_new_break_that_was_taken_back_lets_nothing_pass() {
        ContractVerdict verdict = judged("", Baseline.NONE, HELD, takenBack("RPL-2"));
        assertThat(verdict.exitCode()).isEqualTo(1);
        assertThat(texts(verdict))
                .singleElement()
                .asString()
                .startsWith("RPL-2 looked broken for refund, but at the end its control request did not work any more");
    }

    @Test
    void a_break_that_was_taken_back_and_would_not_have_counted_stops_nothing() {
        assertThat(judged("", Baseline.NONE, HELD, takenBack("RPL-7")).exitCode())
                .as("a SHOULD clause")
                .isZero();
        assertThat(judged("", listed("RPL-2", "refund"), HELD, takenBack("RPL-2"))
                        .exitCode())
                .as("a known break")
                .isZero();
    }

    @Test
    void a_break_that_was_taken_back_is_excused_by_a_listed_cause_only_where_that_looked_broken_too() {
        Baseline known = listed("RPL-1", "refund");

        assertThat(texts(judged("", known, HELD, scenario("RPL-1", "refund", Verdict.NOT_CHECKED), takenBack("RPL-6"))))
                .singleElement()
                .asString()
                .startsWith("RPL-6 looked broken for refund");
        assertThat(texts(judged("", known, HELD, takenBack("RPL-1"), takenBack("RPL-6"))))
                .isEmpty();
    }

    @Test
    void a_break_of_a_clause_that_is_not_reported_stops_nothing_also_where_it_was_taken_back() {
        ScenarioResult create = scenario("RPL-2", "payment", Verdict.NOT_CHECKED)
                .takingBack(scenario("RPL-2", "payment", Verdict.BROKEN));
        ScenarioResult reverse = scenario("RPL-2", "refund", Verdict.HELD);

        assertThat(texts(verdict("", Baseline.NONE, Set.of("RPL-1", "REV-1"), HELD, create, reverse)))
                .isEmpty();
    }

    @Test
    void a_derived_clause_that_would_have_been_broken_by_what_was_taken_back_lets_nothing_pass() {
        ContractVerdict verdict = verdict(
                "",
                Baseline.NONE,
                Set.of("RPL-1", "REV-1"),
                HELD,
                scenario("RPL-2", "payment", Verdict.HELD),
                takenBack("RPL-2"));

        assertThat(texts(verdict)).singleElement().asString().startsWith("REV-1 looked broken for refund");
    }

    @Test
    void a_break_that_is_excused_by_its_causes_is_news_where_one_that_is_not_listed_was_taken_back() {
        ContractVerdict verdict = verdict(
                "",
                listed("RPL-4", "payment"),
                Set.of("RPL-1", "SCP-1"),
                HELD,
                broken("RPL-4", "payment"),
                takenBack("RPL-4"),
                Samples.ofTheContract(broken("SCP-1", "payment")));

        assertThat(texts(verdict))
                .singleElement()
                .asString()
                .startsWith("SCP-1 may be broken in consequence of what looked broken for refund, but at the end");
    }

    private static ScenarioResult takenBack(String clause) {
        return scenario(clause, "refund", Verdict.NOT_CHECKED).takingBack(broken(clause, "refund"));
    }

    @Test
    void a_break_is_new_where_it_counts_and_neither_it_nor_its_cause_is_listed() {
        assertThat(isNew(scenario("RPL-1", "payment", Verdict.BROKEN), Baseline.NONE))
                .isTrue();
        assertThat(isNew(scenario("RPL-1", "payment", Verdict.INCONCLUSIVE), Baseline.NONE))
                .isFalse();
        assertThat(isNew(scenario("RPL-7", "payment", Verdict.BROKEN), Baseline.NONE))
                .isFalse();
        Baseline known = new Baseline(List.of(known("RPL-1", "payment")));
        assertThat(isNew(scenario("RPL-1", "payment", Verdict.BROKEN), known)).isFalse();
        assertThat(isNew(scenario("RPL-1", "refund", Verdict.BROKEN), known)).isTrue();
    }

    @Test
    void a_break_that_may_follow_from_a_listed_one_does_not_end_a_run_early() {
        Baseline known = new Baseline(List.of(known("RPL-4", "payment")));
        assertThat(isNew(scenario("CON-1", "payment", Verdict.BROKEN), known)).isFalse();
        assertThat(isNew(scenario("CON-2", "payment", Verdict.BROKEN), known))
                .as("by way of CON-1")
                .isFalse();
        assertThat(isNew(scenario("CON-1", "refund", Verdict.BROKEN), known)).isTrue();
        assertThat(isNew(scenario("KEY-1", "payment", Verdict.BROKEN), known)).isTrue();
    }

    private static boolean isNew(ScenarioResult result, Baseline baseline) {
        return Gate.isNewBreak(result, Samples.api().gate(), Catalogue.shipped(), baseline);
    }

    @Test
    void what_was_not_checked_for_one_operation_stops_a_gate_that_asks_for_all() {
        ScenarioResult unchecked = scenario("RPL-1", "refund", Verdict.NOT_CHECKED, "no listing");
        assertThat(texts(Samples.verdict("", Baseline.NONE, Set.of("RPL-1"), HELD, unchecked)))
                .isEmpty();
        assertThat(texts(
                        Samples.verdict("gate: {not_checked: fails}", Baseline.NONE, Set.of("RPL-1"), HELD, unchecked)))
                .containsExactly("RPL-1 Same status on replay was not checked everywhere: refund: no listing");
    }

    @Test
    void a_consequence_stops_the_pipeline_and_names_its_cause() {
        assertThat(texts(Samples.verdict(
                        "",
                        Baseline.NONE,
                        Set.of("RPL-4", "CON-1"),
                        scenario("RPL-4", "refund", Verdict.BROKEN),
                        scenario("CON-1", "refund", Verdict.BROKEN))))
                .containsExactly(
                        "RPL-4 One effect however many replays is broken for refund",
                        "CON-1 Simultaneous duplicates have one effect is broken for refund, in consequence of RPL-4");
    }

    @Test
    void the_consequences_of_one_cause_are_one_sentence_at_the_end() {
        ContractVerdict verdict = Samples.verdict(
                "",
                Baseline.NONE,
                Set.of("RPL-2", "RPL-3", "RPL-4", "KEY-1"),
                scenario("KEY-1", "refund", Verdict.BROKEN),
                scenario("RPL-2", "refund", Verdict.BROKEN),
                scenario("RPL-3", "refund", Verdict.BROKEN),
                scenario("RPL-4", "refund", Verdict.BROKEN));

        assertThat(verdict.gate().summary())
                .extracting(Gate.Finding::text)
                .containsExactly(
                        "KEY-1 Key required is broken for refund",
                        "RPL-4 One effect however many replays is broken for refund",
                        "RPL-2, RPL-3 are broken in consequence of RPL-4");
    }

    @Test
    void what_follows_from_a_known_break_is_no_new_break_and_stays_a_break() {
        ContractVerdict verdict =
                judged("", listed("RPL-4", "refund"), broken("RPL-4", "refund"), broken("CON-1", "refund"));

        assertThat(verdict.exitCode()).isZero();
        assertThat(verdict.clauses()).extracting(ClauseVerdict::verdict).containsOnly(Verdict.BROKEN);
        assertThat(verdict.clauses()).allMatch(verdict.gate()::isKnown);
        assertThat(verdict.gate().excused(verdict.clauses()))
                .containsExactly("CON-1 is broken in consequence of RPL-4, known since 2026-01-02: it is old");
    }

    @Test
    void a_break_that_is_not_listed_excuses_nothing_that_follows_from_it() {
        ContractVerdict verdict = judged(
                "",
                listed("RPL-4", "payment"),
                broken("RPL-4", "payment"),
                broken("RPL-4", "refund"),
                broken("CON-1", "refund"));

        assertThat(verdict.exitCode()).isEqualTo(1);
        assertThat(texts(verdict)).hasSize(2).last().asString().startsWith("CON-1");
        assertThat(verdict.gate().excused(verdict.clauses())).isEmpty();
    }

    @Test
    void a_listed_break_of_another_operation_excuses_nothing_also_where_only_that_one_was_judged() {
        ContractVerdict verdict =
                judged("", listed("TTL-3", "refund"), broken("TTL-3", "refund"), broken("TTL-1", "payment"));

        assertThat(verdict.exitCode()).isEqualTo(1);
        assertThat(texts(verdict)).singleElement().asString().startsWith("TTL-1");
        assertThat(verdict.gate().excused(verdict.clauses())).isEmpty();
    }

    @Test
    void a_listed_break_of_a_reversal_excuses_what_is_wrong_with_the_books_of_what_it_reverses() {
        ContractVerdict verdict =
                judged("", listed("REV-2", "refund"), broken("REV-2", "refund"), broken("REV-5", "payment"));

        assertThat(verdict.exitCode()).isZero();
    }

    @Test
    void a_listed_break_that_no_longer_happens_excuses_nothing() {
        ContractVerdict verdict = judged(
                "", listed("RPL-4", "refund"), scenario("RPL-4", "refund", Verdict.HELD), broken("CON-1", "refund"));

        assertThat(texts(verdict)).hasSize(2).anyMatch(text -> text.startsWith("CON-1"));
    }

    @Test
    void a_derived_clause_that_is_broken_by_known_breaks_is_no_new_break() {
        ContractVerdict verdict = verdict(
                "",
                listed("RPL-2", "refund"),
                Set.of("RPL-2", "REV-1"),
                scenario("RPL-2", "payment", Verdict.HELD),
                broken("RPL-2", "refund"));

        assertThat(verdict.clauses()).extracting(ClauseVerdict::verdict).containsOnly(Verdict.BROKEN);
        assertThat(verdict.exitCode()).isZero();
    }

    @Test
    void a_listed_break_beside_other_requests_is_no_new_break() {
        ContractVerdict verdict = disturbed(listed("CON-12", "refund"));

        assertThat(verdict.overall()).isEqualTo(Verdict.BROKEN);
        assertThat(texts(verdict)).isEmpty();
        assertThat(verdict.gate().known(verdict.clauses())).isEqualTo(1);
    }

    @Test
    void a_break_beside_other_requests_that_is_listed_for_another_operation_fails() {
        assertThat(texts(disturbed(listed("CON-12", "payment"))))
                .containsExactly("CON-12 Other requests do not disturb is broken for refund");
    }

    private static ContractVerdict disturbed(Baseline baseline) {
        return verdict(
                "",
                baseline,
                Set.of("RPL-1", "CON-12"),
                HELD,
                scenario("RPL-1", "refund", Verdict.HELD).in(Isolation.DISTURBED));
    }

    @Test
    void a_break_that_is_not_listed_fails() {
        ContractVerdict verdict = judged(
                "", listed("RPL-1", "refund"), broken("RPL-1", "payment"), scenario("RPL-1", "change", Verdict.HELD));
        assertThat(verdict.exitCode()).isEqualTo(1);
        assertThat(texts(verdict)).containsExactly("RPL-1 Same status on replay is broken for payment");
    }

    @Test
    void a_break_that_is_listed_passes_and_stays_a_break() {
        ContractVerdict verdict = judged("", listed("RPL-1", "refund"), HELD, broken("RPL-1", "refund"));
        assertThat(verdict.exitCode()).isZero();
        assertThat(verdict.overall()).isEqualTo(Verdict.BROKEN);
        assertThat(verdict.gate().isKnown(verdict.clauses().get(0))).isTrue();
        assertThat(verdict.gate().known(verdict.clauses())).isEqualTo(1);
    }

    @Test
    void only_a_break_is_known_and_only_where_it_is_listed() {
        ContractVerdict verdict =
                judged("", listed("RPL-2", null), HELD, broken("RPL-2", "payment"), broken("RPL-3", "payment"));
        assertThat(verdict.clauses()).extracting(verdict.gate()::isKnown).containsExactly(false, true, false);
        assertThat(verdict.gate().known(verdict.clauses())).isEqualTo(1);
    }

    @Test
    void each_clause_has_its_own_findings_and_says_which_of_them_are_breaks() {
        ContractVerdict verdict = judged("", listed("RPL-1", null), HELD, broken("RPL-2", "payment"));
        assertThat(verdict.clauses())
                .flatExtracting(verdict.gate()::of)
                .extracting(Gate.Finding::clause, Gate.Finding::isBreak)
                .containsExactly(tuple("RPL-1", false), tuple("RPL-2", true));
    }

    @Test
    void an_entry_without_an_operation_lists_all_of_them() {
        ContractVerdict verdict =
                judged("", listed("RPL-1", null), broken("RPL-1", "payment"), broken("RPL-1", "refund"));
        assertThat(verdict.exitCode()).isZero();
    }

    @Test
    void of_a_clause_that_is_broken_twice_the_unlisted_break_fails() {
        ContractVerdict verdict =
                judged("", listed("RPL-1", "refund"), broken("RPL-1", "payment"), broken("RPL-1", "refund"));
        assertThat(texts(verdict)).containsExactly("RPL-1 Same status on replay is broken for payment");
        assertThat(verdict.gate().isKnown(verdict.clauses().get(0))).isFalse();
    }

    @Test
    void a_listed_break_that_no_longer_happens_fails() {
        ContractVerdict verdict = judged("", listed("RPL-1", null), HELD);
        assertThat(verdict.exitCode()).isEqualTo(1);
        assertThat(verdict.overall()).isEqualTo(Verdict.HELD);
        assertThat(texts(verdict))
                .containsExactly("known.yaml:2: RPL-1 is listed as broken since 2026-01-02, and it is not broken any"
                        + " more: take the entry away");
    }

    @Test
    void a_narrowed_run_does_not_say_that_a_listed_break_is_gone() {
        Baseline both = new Baseline(List.of(known("RPL-1", null), known("RPL-1", "refund")))
                .narrowed(new Narrowed(Set.of("payment"), Set.of(), Set.of()));

        assertThat(judged("", both, HELD).exitCode()).isZero();
        assertThat(judged("", both, broken("RPL-1", "refund")).exitCode())
                .as("what is listed is still known")
                .isZero();
        assertThat(judged("", both, broken("RPL-2", "refund")).exitCode()).isEqualTo(1);
    }

    @Test
    void a_listed_break_of_what_the_contract_no_longer_promises_fails() {
        ContractVerdict verdict =
                judged("", listed("RPL-2", null), HELD, scenario("RPL-2", "payment", Verdict.NOT_APPLICABLE));
        assertThat(texts(verdict)).singleElement().asString().startsWith("known.yaml:2: RPL-2 is listed as broken");
    }

    @Test
    void a_listed_break_of_which_nothing_was_seen_stops_where_that_is_gated() {
        ContractVerdict verdict = judged(
                "gate: {inconclusive: fails}",
                listed("RPL-1", "refund"),
                scenario("RPL-1", "refund", Verdict.INCONCLUSIVE));
        assertThat(texts(verdict)).singleElement().asString().contains("is inconclusive: refund: why");
    }

    @Test
    void a_clause_without_a_scenario_was_not_checked() {
        ContractVerdict verdict = verdict("gate: {not_checked: fails}", Baseline.NONE, Set.of("RPL-1", "RPL-2"), HELD);
        assertThat(texts(verdict)).containsExactly("RPL-2 Same body on replay was not checked: no scenario was run");
    }

    @Test
    void a_listed_break_that_no_longer_happens_fails_though_another_operation_is_broken() {
        ContractVerdict verdict = judged(
                "",
                new Baseline(List.of(known("RPL-1", "payment"), known("RPL-1", "refund"))),
                HELD,
                broken("RPL-1", "refund"));
        assertThat(texts(verdict)).singleElement().asString().contains("RPL-1 of payment is listed");
    }

    @Test
    void a_listed_break_of_which_nothing_was_seen_is_left_in_peace() {
        for (Verdict unseen : List.of(Verdict.NOT_CHECKED, Verdict.INCONCLUSIVE)) {
            ContractVerdict verdict = judged(
                    "",
                    listed("RPL-1", "refund"),
                    scenario("RPL-2", "payment", Verdict.HELD),
                    scenario("RPL-1", "payment", Verdict.HELD),
                    scenario("RPL-1", "refund", unseen));
            assertThat(verdict.exitCode()).as(unseen.name()).isZero();
        }
    }

    @Test
    void a_clause_that_was_not_chosen_is_left_in_peace() {
        ContractVerdict verdict = verdict("", listed("RPL-2", null), Set.of("RPL-1"), HELD);
        assertThat(verdict.exitCode()).isZero();
    }

    @Test
    void a_listed_break_of_a_should_clause_that_no_longer_happens_fails_too() {
        assertThat(judged("", listed("RPL-7", null), HELD, scenario("RPL-7", "payment", Verdict.HELD))
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void the_levels_of_the_gate_say_what_fails() {
        ScenarioResult should = broken("RPL-7", "payment");
        assertThat(judged("", Baseline.NONE, HELD, should).exitCode()).isZero();
        assertThat(judged("gate: {levels: [must, should]}", Baseline.NONE, HELD, should)
                        .exitCode())
                .isEqualTo(1);
        ContractVerdict none = judged("gate: {levels: []}", Baseline.NONE, broken("RPL-1", "payment"));
        assertThat(none.exitCode()).isZero();
    }

    @Test
    void what_was_not_checked_passes_unless_the_gate_says_otherwise() {
        ScenarioResult unseen = scenario("RPL-2", "payment", Verdict.NOT_CHECKED);
        assertThat(judged("", Baseline.NONE, HELD, unseen).exitCode()).isZero();
        assertThat(judged("gate: {inconclusive: fails}", Baseline.NONE, HELD, unseen)
                        .exitCode())
                .isZero();
        assertThat(texts(judged("gate: {not_checked: fails}", Baseline.NONE, HELD, unseen)))
                .singleElement()
                .asString()
                .startsWith("RPL-2 Same body on replay was not checked: payment: why");
    }

    @Test
    void nobody_knows_whether_a_run_passes_that_left_a_clause_inconclusive() {
        ScenarioResult unclear = scenario("RPL-2", "payment", Verdict.INCONCLUSIVE);
        ContractVerdict verdict = judged("", Baseline.NONE, HELD, unclear);

        assertThat(verdict.exitCode()).isEqualTo(2);
        assertThat(verdict.overall()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict.isIncomplete()).isFalse();
        assertThat(verdict.couldJudge()).isTrue();
        assertThat(texts(verdict))
                .singleElement()
                .asString()
                .startsWith("RPL-2 Same body on replay is inconclusive: payment: why");
        assertThat(verdict.whyItFails()).isEqualTo(texts(verdict));
        assertThat(judged("", Baseline.NONE, unclear).exitCode()).as("alone").isEqualTo(2);
    }

    @Test
    void the_gate_may_say_what_becomes_of_a_run_that_left_a_clause_inconclusive() {
        ScenarioResult unclear = scenario("RPL-2", "payment", Verdict.INCONCLUSIVE);

        assertThat(judged("gate: {inconclusive: passes}", Baseline.NONE, HELD, unclear)
                        .exitCode())
                .isZero();
        assertThat(judged("gate: {inconclusive: fails}", Baseline.NONE, HELD, unclear)
                        .exitCode())
                .isEqualTo(1);
        assertThat(judged("", Baseline.NONE, HELD, scenario("RPL-7", "payment", Verdict.INCONCLUSIVE))
                        .exitCode())
                .as("a SHOULD clause")
                .isZero();
    }

    @Test
    void a_break_fails_whatever_is_inconclusive_beside_it() {
        ContractVerdict verdict = judged(
                "", Baseline.NONE, scenario("RPL-1", "payment", Verdict.INCONCLUSIVE), broken("RPL-2", "payment"));

        assertThat(verdict.exitCode()).isEqualTo(1);
        assertThat(verdict.overall()).isEqualTo(Verdict.BROKEN);
        assertThat(verdict.gate().open()).extracting(Gate.Finding::clause).containsExactly("RPL-1");
    }

    @Test
    void a_known_break_does_not_hide_what_else_is_wrong_with_its_clause() {
        ContractVerdict verdict = judged(
                "gate: {inconclusive: fails}",
                listed("RPL-1", "refund"),
                broken("RPL-1", "refund"),
                scenario("RPL-1", "payment", Verdict.INCONCLUSIVE));
        assertThat(verdict.exitCode()).isEqualTo(1);
    }

    @Test
    void a_known_break_does_not_hide_a_harness_error() {
        ContractVerdict verdict = judged(
                "",
                listed("RPL-1", "refund"),
                broken("RPL-1", "refund"),
                scenario("RPL-2", "payment", Verdict.HARNESS_ERROR));
        assertThat(verdict.exitCode()).isEqualTo(2);
    }

    private static ContractVerdict judged(String gate, Baseline baseline, ScenarioResult... scenarios) {
        Set<String> chosen = new TreeSet<>();
        for (ScenarioResult scenario : scenarios) {
            chosen.addAll(scenario.clauses());
        }
        return verdict(gate, baseline, chosen, scenarios);
    }

    private static ScenarioResult broken(String clause, String operation) {
        return scenario(clause, operation, Verdict.BROKEN);
    }

    private static Baseline listed(String clause, @Nullable String operation) {
        return new Baseline(List.of(known(clause, operation)));
    }

    private static KnownBreak known(String clause, @Nullable String operation) {
        return new KnownBreak(clause, operation, "it is old", LocalDate.of(2026, 1, 2), "known.yaml:2");
    }

    private static List<String> texts(ContractVerdict verdict) {
        return verdict.gate().findings().stream().map(Gate.Finding::text).toList();
    }
}
