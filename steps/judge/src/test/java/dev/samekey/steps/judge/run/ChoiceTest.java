package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.targets.Targets;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

class ChoiceTest {
    private final List<Scenario> all =
            Features.shipped().filled(new Outlines(Targets.file(Targets.FULL).target())).stream()
                    .flatMap(feature -> feature.scenarios().stream())
                    .toList();

    @Test
    void a_whole_clause_is_judged_for_each_operation_and_a_sampled_one_for_the_first() {
        Choice choice = new Choice(Set.of("RPL-1"), Set.of("RPL-2"));

        assertThat(choice.clauses()).containsExactly("RPL-1", "RPL-2");
        assertThat(choice.of(all))
                .extracting(Scenario::name)
                .containsExactly(
                        "A repeated payment has the status of the first response",
                        "A repeated refund has the status of the first response",
                        "A repeated change has the status of the first response",
                        "A repeated removal has the status of the first response",
                        "A repeated payment has the body of the first response");
    }

    @Test
    void a_calm_choice_keeps_what_a_clause_says_without_a_crash() {
        Choice some = Choice.of(Set.of("EXT-2", "STO-3"));

        assertThat(some.of(all)).anyMatch(scenario -> scenario.has(Sharing.CRASH));
        assertThat(some.calm().of(all))
                .isNotEmpty()
                .allMatch(scenario -> scenario.clause().equals("EXT-2"))
                .noneMatch(scenario -> scenario.has(Sharing.CRASH));
    }

    @Test
    void a_scenario_is_chosen_by_a_part_of_its_title_or_by_its_place() {
        Choice some = Choice.of(Set.of("RPL-1", "RPL-2"));
        Scenario refund = some.named(Set.of("REPEATED refund has the status")).of(all).stream()
                .findFirst()
                .orElseThrow();

        assertThat(refund.name()).isEqualTo("A repeated refund has the status of the first response");
        assertThat(some.named(Set.of("features/replay.feature:" + refund.line()))
                        .of(all))
                .contains(refund)
                .allMatch(scenario -> scenario.line() == refund.line());
        assertThat(some.named(Set.of("replay.feature:" + refund.outline())).of(all))
                .hasSizeGreaterThan(1)
                .allMatch(scenario -> scenario.outline() == refund.outline());
        for (String none : List.of("no such title", "replay.feature:99999", "keys.feature:" + refund.line())) {
            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(() -> some.named(Set.of("refund", none)).of(all))
                    .withMessageContaining("«" + none + "»");
        }
    }

    @Test
    void each_scenario_has_company_shares_a_crash_or_stands_alone() {
        Sharing sharing = new Sharing(all);
        List<Scenario> crashing =
                sharing.crashes(4).stream().flatMap(List::stream).toList();

        assertThat(sharing.shared()).doesNotContainAnyElementsOf(crashing);
        assertThat(sharing.shared().size() + crashing.size() + sharing.alone().size())
                .isEqualTo(all.size());
        assertThat(crashing).extracting(Scenario::name).contains("A restart forgets no completed payment");
        assertThat(sharing.crashes(4))
                .filteredOn(batch -> batch.size() == 1)
                .extracting(batch -> batch.get(0).name())
                .contains("A new nightly that is interrupted halfway does the rest when it is started again");
    }

    @Test
    void those_that_stand_alone_are_dealt_out_so_that_no_target_has_much_more_to_do_than_another() {
        ToLongFunction<Scenario> took = scenario -> MeasuredTimes.shipped().of(scenario.clause(), null);
        List<List<Scenario>> dealt = new Sharing(all).alone(3, took);
        List<Scenario> alone =
                all.stream().filter(scenario -> scenario.has(Sharing.ALONE)).toList();

        assertThat(dealt.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(alone);
        LongSummaryStatistics loads = dealt.stream()
                .mapToLong(one -> one.stream().mapToLong(took).sum())
                .summaryStatistics();
        assertThat(loads.getMax() - loads.getMin())
                .isLessThanOrEqualTo(alone.stream().mapToLong(took).max().orElseThrow());
    }

    @Test
    void who_runs_one_scenario_at_a_time_gives_each_a_crash_to_itself() {
        assertThat(new Sharing(all).crashes(1))
                .allSatisfy(batch -> assertThat(batch).hasSize(1));
    }
}
