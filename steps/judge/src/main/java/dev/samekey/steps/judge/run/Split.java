package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Ruling;
import dev.samekey.steps.model.verdict.ScenarioIdentity;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.ScenarioTrace;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which shard runs which scenario. Those of one clause and one operation stay together. The same scenarios and the same
 * durations make the same split, on whichever machine.
 *
 * @param shards how many there are
 * @param scenarios all of the run, in the order of the contract
 */
public record Split(int shards, List<Item> scenarios) {
    public Split {
        scenarios = List.copyOf(scenarios);
    }

    /**
     * One scenario.
     *
     * @param shard the number of the shard that runs it
     */
    public record Item(ScenarioIdentity scenario, int shard) {
        private Key key() {
            return new Key(scenario.name(), scenario.feature(), scenario.line());
        }

        private ScenarioResult unseen(String reason, Instant start) {
            return new ScenarioResult(
                    scenario,
                    Isolation.ALONE,
                    new Ruling(Verdict.NOT_CHECKED, reason, List.of()),
                    ScenarioTrace.none(start));
        }
    }

    /** What a result and its scenario have in common; equal ones have the same order in a shard and in the run. */
    private record Key(String name, String feature, int line) {}

    /** What is not taken apart. */
    private record Unit(String clause, String operation) {}

    /**
     * Deals the units out, the longest first, each to the shard that has the least to do.
     *
     * @param plan of the same scenarios
     * @param atOnce how many scenarios that can share the target run at the same time
     */
    static Split of(List<Scenario> scenarios, Plan plan, MeasuredTimes durations, int shards, int atOnce) {
        Map<Unit, Long> costs = new LinkedHashMap<>();
        for (int i = 0; i < scenarios.size(); i++) {
            Scenario scenario = scenarios.get(i);
            String operation = plan.scenarios().get(i).operation();
            // In microseconds, so that nothing is lost by the division.
            long cost = 1000 * durations.of(scenario.clause(), operation) / (scenario.has(Sharing.ALONE) ? 1 : atOnce);
            costs.merge(unit(scenario, operation), cost, Long::sum);
        }
        long[] load = new long[shards];
        Map<Unit, Integer> owner = new HashMap<>();
        costs.entrySet().stream()
                .sorted(Map.Entry.<Unit, Long>comparingByValue()
                        .reversed()
                        .thenComparing(unit -> unit.getKey().clause())
                        .thenComparing(unit -> unit.getKey().operation()))
                .forEachOrdered(unit -> {
                    int least = least(load);
                    load[least] += Math.max(1, unit.getValue());
                    owner.put(unit.getKey(), least + 1);
                });
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < scenarios.size(); i++) {
            Scenario scenario = scenarios.get(i);
            String operation = plan.scenarios().get(i).operation();
            items.add(new Item(scenario.identity(operation), owner.getOrDefault(unit(scenario, operation), 1)));
        }
        return new Split(shards, items);
    }

    private static Unit unit(Scenario scenario, @Nullable String operation) {
        return new Unit(scenario.clause(), operation == null ? "" : operation);
    }

    static int least(long[] load) {
        int least = 0;
        for (int i = 1; i < load.length; i++) {
            least = load[i] < load[least] ? i : least;
        }
        return least;
    }

    /** The numbers of the shards that are not among these. */
    public List<Integer> missing(Map<Integer, RunResult> results) {
        List<Integer> missing = new ArrayList<>();
        for (int number = 1; number <= shards; number++) {
            if (!results.containsKey(number)) {
                missing.add(number);
            }
        }
        return missing;
    }

    /**
     * The run that the shards are parts of. What a shard has no result of was not checked.
     *
     * @param results by the number of its shard; at least one
     */
    public RunResult join(Map<Integer, RunResult> results) {
        RunResult all =
                new TreeMap<>(results).values().stream().reduce(RunResult::and).orElseThrow();
        Map<Integer, Map<Key, Deque<ScenarioResult>>> seen = new HashMap<>();
        results.forEach((number, result) -> {
            Map<Key, Deque<ScenarioResult>> byKey = seen.computeIfAbsent(number, unused -> new HashMap<>());
            result.scenarios()
                    .forEach(one -> byKey.computeIfAbsent(
                                    new Key(one.name(), one.feature(), one.line()), unused -> new ArrayDeque<>())
                            .add(one));
        });
        List<ScenarioResult> joined = new ArrayList<>();
        for (Item item : scenarios) {
            Deque<ScenarioResult> found =
                    seen.getOrDefault(item.shard(), Map.of()).get(item.key());
            ScenarioResult result = found == null ? null : found.poll();
            joined.add(result == null ? item.unseen(why(item, results), all.start()) : result);
        }
        // The sort keeps the order of those that were made of one row.
        return all.with(joined.stream().sorted(Recorder.ORDER).toList());
    }

    private String why(Item item, Map<Integer, RunResult> results) {
        Shard shard = new Shard(item.shard(), shards);
        return results.containsKey(item.shard()) ? shard + " was ended before this was judged" : shard + " is missing";
    }
}
