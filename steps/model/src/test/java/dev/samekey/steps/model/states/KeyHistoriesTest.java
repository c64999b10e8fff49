package dev.samekey.steps.model.states;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.states.KeyHistory.New;
import dev.samekey.steps.model.states.KeyHistory.Retry;
import dev.samekey.steps.model.states.KeyHistory.Step;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KeyHistoriesTest {
    private final TargetFile file = Targets.file(Targets.FULL);
    private final KeyHistories histories = KeyHistories.of(
            Objects.requireNonNull(file.target().operations().get("payment")), file.target(), file.contracts());

    @Test
    void the_same_seed_makes_the_same_history() {
        assertThat(histories.generate(7)).isEqualTo(histories.generate(7)).isNotEqualTo(histories.generate(8));
    }

    @Test
    void each_step_is_about_a_request_before_it() {
        assertThat(some()).allSatisfy(history -> {
            Set<Integer> before = new HashSet<>(Set.of(0));
            for (Step step : history.steps()) {
                if (step instanceof New one) {
                    assertThat(before).contains(one.on());
                    before.add(one.number());
                } else if (step instanceof Retry retry) {
                    assertThat(before).contains(retry.number());
                }
            }
        });
    }

    @Test
    void each_request_is_sent_again_when_nothing_new_comes_any_more() {
        assertThat(some()).allSatisfy(history -> {
            List<Step> end =
                    history.steps().subList(history.news(), history.steps().size());
            assertThat(end.stream().map(step -> ((Retry) step).number()).collect(Collectors.toSet()))
                    .containsAll(history.steps().stream()
                            .filter(New.class::isInstance)
                            .map(step -> ((New) step).number())
                            .toList());
        });
    }

    @Test
    void all_that_comes_after_an_operation_occurs_sooner_or_later() {
        Set<String> operations = some().flatMap(history -> history.steps().stream())
                .filter(New.class::isInstance)
                .map(step -> ((New) step).operation())
                .collect(Collectors.toSet());

        assertThat(operations).contains("payment", "refund");
    }

    @Test
    void a_few_histories_have_each_pair_that_occurs_in_many_whatever_the_seed() {
        Set<KeyHistory.Pair> all = pairs(LongStream.range(0, 2000).mapToObj(histories::generate));

        assertThat(all).contains(new KeyHistory.Pair("refund", Course.SUCCEEDS, "refund", Course.IS_DECLINED));
        assertThat(LongStream.rangeClosed(1, 20)).allSatisfy(seed -> {
            List<KeyHistory> few = histories.covering(seed * 1_000_003);
            assertThat(few).hasSizeBetween(1, 16);
            assertThat(pairs(few.stream())).hasSizeGreaterThanOrEqualTo(all.size() * 9 / 10);
        });
    }

    @Test
    void what_has_not_come_about_gets_a_history_of_its_own() {
        KeyHistory.Pair declined = new KeyHistory.Pair("refund", Course.SUCCEEDS, "refund", Course.IS_DECLINED);
        Set<KeyHistory.Pair> others = new HashSet<>(pairs(histories.covering(7).stream()));
        others.remove(declined);

        List<KeyHistory> own = histories.completing(7, others);

        assertThat(pairs(own.stream())).contains(declined);
        assertThat(own.stream().map(KeyHistory::toString))
                .contains("1: a payment; 2: a refund on the result of 1;"
                        + " 3: a refund on the result of 1 that is declined; 2 again");
        others.add(declined);
        assertThat(pairs(histories.completing(7, others).stream())).doesNotContain(declined);
    }

    private static Set<KeyHistory.Pair> pairs(Stream<KeyHistory> histories) {
        return histories.flatMap(history -> history.pairs().stream()).collect(Collectors.toSet());
    }

    @Test
    void a_shorter_history_is_shorter_and_names_no_request_that_is_gone() {
        KeyHistory history = histories.generate(3);

        assertThat(history.shorter()).isNotEmpty().allSatisfy(shorter -> {
            Set<Integer> there = shorter.steps().stream()
                    .filter(New.class::isInstance)
                    .map(step -> ((New) step).number())
                    .collect(Collectors.toSet());
            there.add(0);
            assertThat(shorter.steps().size())
                    .isLessThanOrEqualTo(history.steps().size());
            assertThat(shorter).isNotEqualTo(history);
            assertThat(shorter.steps())
                    .allMatch(step -> step instanceof New one
                            ? there.contains(one.on())
                            : step instanceof Retry retry && there.contains(retry.number()));
        });
    }

    @Test
    void a_history_reads_as_a_list_of_what_happens() {
        KeyHistory history = new KeyHistory(List.of(
                new New(1, "order", 0, Course.SUCCEEDS, false),
                new New(2, "change", 1, Course.IS_DECLINED, true),
                new Retry(1, true),
                new Retry(2, false)));

        assertThat(history)
                .hasToString("1: an order; 2: a change on the result of 1 that is declined at another replica;"
                        + " 1 again at another replica; 2 again");
        assertThat(history.isOfOneKey(2)).isFalse();
        assertThat(history.first(2).isOfOneKey(2)).isTrue();
        assertThat(history.around(1))
                .hasToString("[1: an order; 1 again at another replica, " + "1: an order; 1 again at another replica]");
    }

    private Stream<KeyHistory> some() {
        return LongStream.range(0, 50).mapToObj(histories::generate);
    }
}
