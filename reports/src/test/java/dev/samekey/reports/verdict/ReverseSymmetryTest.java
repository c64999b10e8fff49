package dev.samekey.reports.verdict;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static dev.samekey.reports.Samples.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Trait;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReverseSymmetryTest {
    @Test
    void it_holds_where_reverse_is_as_good_as_create() {
        assertThat(judge(scenario("RPL-1", "payment", Verdict.HELD), scenario("RPL-1", "refund", Verdict.HELD))
                        .verdict())
                .isEqualTo(Verdict.HELD);
    }

    @Test
    void it_is_broken_where_only_reverse_is_and_names_the_clause() {
        ClauseVerdict verdict =
                judge(scenario("RPL-1", "payment", Verdict.HELD), scenario("RPL-1", "refund", Verdict.BROKEN));
        assertThat(verdict.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(verdict.reason()).contains("RPL-1 (refund)");
    }

    @Test
    void a_clause_that_is_broken_for_create_too_says_nothing_about_symmetry() {
        assertThat(judge(scenario("RPL-1", "payment", Verdict.BROKEN), scenario("RPL-1", "refund", Verdict.BROKEN))
                        .verdict())
                .isEqualTo(Verdict.NOT_CHECKED);
    }

    @Test
    void what_follows_from_a_clause_that_is_broken_for_create_too_says_nothing_about_symmetry() {
        ScenarioResult[] crashes = {
            scenario("STO-2", "payment", Verdict.BROKEN),
            scenario("STO-2", "refund", Verdict.BROKEN),
            scenario("STO-1", "payment", Verdict.HELD),
            scenario("STO-1", "refund", Verdict.BROKEN).inConsequenceOf("STO-2")
        };
        assertThat(judge(crashes).verdict()).isEqualTo(Verdict.NOT_CHECKED);
        crashes[0] = scenario("STO-2", "payment", Verdict.HELD);
        assertThat(judge(crashes).verdict()).as("only the refund breaks STO-2").isEqualTo(Verdict.BROKEN);
    }

    @Test
    void a_race_that_breaks_for_reverse_alone_may_have_been_lucky_and_so_may_what_follows_from_it() {
        ScenarioResult race = with(Trait.CHANCE, scenario("CON-1", "refund", Verdict.BROKEN));
        ScenarioResult following = scenario("RPL-9", "refund", Verdict.BROKEN).inConsequenceOf("CON-1");
        ScenarioResult[] scenarios = {
            scenario("CON-1", "payment", Verdict.HELD), race, scenario("RPL-9", "payment", Verdict.HELD), following
        };
        assertThat(judge(scenarios).verdict()).isEqualTo(Verdict.HELD);
        scenarios[1] = scenario("CON-1", "refund", Verdict.BROKEN);
        assertThat(judge(scenarios).verdict()).as("no race").isEqualTo(Verdict.BROKEN);
    }

    @Test
    void without_a_judged_reverse_nothing_is_held() {
        assertThat(judge(scenario("RPL-1", "payment", Verdict.HELD), scenario("RPL-1", "refund", Verdict.INCONCLUSIVE))
                        .verdict())
                .isEqualTo(Verdict.NOT_CHECKED);
    }

    private static ClauseVerdict judge(ScenarioResult... scenarios) {
        return verdict(Set.of("REV-1"), scenarios).clauses().get(0);
    }
}
