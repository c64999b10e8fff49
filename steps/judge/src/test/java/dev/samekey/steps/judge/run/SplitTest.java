package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Ruling;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.ScenarioTrace;
import dev.samekey.steps.model.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SplitTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final ContractRun run = run();
    private final Split five = run.split(5, MeasuredTimes.shipped());

    /** Nothing of it runs. */
    private static ContractRun run() {
        return new ContractRun(Targets.file(Targets.FULL), Choice.of(Coverage.clauses()), Path.of(""));
    }

    @Test
    void the_shards_have_all_scenarios_and_none_twice() {
        int sum = 0;
        for (int number = 1; number <= 5; number++) {
            sum += run.shard(five, number).size();
        }

        assertThat(sum).isEqualTo(run.size()).isEqualTo(five.scenarios().size());
    }

    @Test
    void another_machine_splits_the_run_in_the_same_way() {
        assertThat(run().split(5, MeasuredTimes.shipped())).isEqualTo(five);
    }

    @Test
    void a_clause_of_one_operation_stays_together() {
        Map<String, Set<Integer>> shards = new TreeMap<>();
        five.scenarios()
                .forEach(item -> shards.computeIfAbsent(
                                item.scenario().clauses() + " "
                                        + item.scenario().operation(),
                                key -> new TreeSet<>())
                        .add(item.shard()));

        assertThat(shards.values()).allSatisfy(numbers -> assertThat(numbers).hasSize(1));
        assertThat(shards.entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith("[RPL-1]"))
                        .flatMap(entry -> entry.getValue().stream())
                        .distinct())
                .hasSizeGreaterThan(1);
    }

    @Test
    void no_shard_is_longer_than_another_by_more_than_one_clause() {
        Map<Integer, Long> loads = new TreeMap<>();
        Map<String, Long> units = new TreeMap<>();
        five.scenarios().forEach(item -> {
            long cost = MeasuredTimes.shipped()
                    .of(item.scenario().clauses().get(0), item.scenario().operation());
            loads.merge(item.shard(), cost, Long::sum);
            units.merge(item.scenario().clauses() + " " + item.scenario().operation(), cost, Long::sum);
        });
        // Those that need the target to themselves count for more, so this is how far the plain sums may differ.
        long longest = units.values().stream().mapToLong(Long::longValue).max().orElseThrow();

        assertThat(loads).hasSize(5);
        assertThat(loads.values().stream().mapToLong(Long::longValue).max().orElseThrow())
                .isLessThan(2 * longest
                        + loads.values().stream().mapToLong(Long::longValue).sum() / 5);
    }

    @Test
    void a_measured_run_moves_the_scenarios() {
        List<MeasuredTimes.Measured> measured = five.scenarios().stream()
                .map(item -> new MeasuredTimes.Measured(
                        item.scenario().clauses().get(0), item.scenario().operation(), isSlow(item) ? 1_000_000 : 1))
                .toList();
        List<Split.Item> split =
                run.split(2, MeasuredTimes.shipped().with(measured)).scenarios();
        int slow = split.stream()
                .filter(SplitTest::isSlow)
                .findFirst()
                .orElseThrow()
                .shard();

        assertThat(split).filteredOn(item -> item.shard() == slow).allMatch(SplitTest::isSlow);
    }

    private static boolean isSlow(Split.Item item) {
        return item.scenario().clauses().contains("KEY-1")
                && "payment".equals(item.scenario().operation());
    }

    @Test
    void the_joined_run_is_the_whole_run_in_the_order_of_the_contract() {
        Map<Integer, RunResult> results = new LinkedHashMap<>();
        for (int number = 5; number > 0; number--) {
            results.put(number, ran(five, number));
        }

        assertThat(five.missing(results)).isEmpty();
        assertThat(five.join(results).scenarios())
                .extracting(ScenarioResult::name)
                .containsExactlyElementsOf(five.scenarios().stream()
                        .map(item -> item.scenario().name())
                        .toList());
        assertThat(five.join(results).scenarios())
                .allSatisfy(result -> assertThat(result.verdict()).isEqualTo(Verdict.HELD));
    }

    @Test
    void what_a_missing_shard_has_was_not_checked() {
        Map<Integer, RunResult> results = Map.of(1, ran(five, 1), 2, ran(five, 2), 4, ran(five, 4), 5, ran(five, 5));

        List<ScenarioResult> joined = five.join(results).scenarios();

        assertThat(five.missing(results)).containsExactly(3);
        assertThat(joined).hasSize(run.size());
        assertThat(joined)
                .filteredOn(result -> result.verdict() == Verdict.NOT_CHECKED)
                .hasSize(run.shard(five, 3).size())
                .allSatisfy(result -> assertThat(result.reason()).isEqualTo("shard 3 of 5 is missing"));
    }

    private static RunResult ran(Split split, int number) {
        return new RunResult(
                "Acme",
                "playbook",
                split.scenarios().stream()
                        .filter(item -> item.shard() == number)
                        .map(SplitTest::held)
                        .toList(),
                List.of(),
                10,
                Cleaned.NOTHING,
                false,
                null,
                7L,
                START,
                Duration.ofSeconds(1));
    }

    private static ScenarioResult held(Split.Item item) {
        return new ScenarioResult(item.scenario(), Isolation.BESIDE_OTHERS, Ruling.HELD, ScenarioTrace.none(START));
    }
}
