package dev.samekey.steps.judge.act;

import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Telemetry;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The target's counters: their values at the start of a scenario, and how far they have moved since. */
public final class Counters {
    private final Telemetry.@Nullable Metrics metrics;
    private final Contract contract;
    private final Capabilities capabilities;
    private final Journal journal;
    private final MachineWatch machine;
    private Map<String, Double> before = Map.of();

    public Counters(
            Target target, Contract contract, Capabilities capabilities, Journal journal, MachineWatch machine) {
        this.metrics = target.oracles().metrics();
        this.contract = contract;
        this.capabilities = capabilities;
        this.journal = journal;
        this.machine = machine;
    }

    /** Reads them at the start. Where they cannot be read, {@link #moved} says what is missing. */
    public void read() {
        if (metrics != null && contract.metrics() != null) {
            before = journal.note(Capabilities.ask(() -> capabilities.metrics().readAnew(names().values())));
        }
    }

    /** The contract's counters by the outcome that they count. */
    public Map<String, String> names() {
        Contract.Metrics names = contract.metrics();
        if (names == null) {
            throw Judgement.notChecked("metrics: the contract names no counters");
        }
        return names.counters();
    }

    /** The value of a counter at the start. */
    public String atFirst(String name) {
        return String.valueOf(before.get(name));
    }

    /**
     * How far they have moved since the start, by outcome; waits for those that are collected late. Where others use the
     * API too, an excess may be theirs, and nothing can be said.
     *
     * @param expected how far they should have moved, by outcome
     */
    public Map<String, Long> moved(Map<String, Long> expected) {
        Map<String, String> names = names();
        Map<String, Double> after = journal.note(machine.see(
                "the counters",
                () -> Capabilities.ask(() -> capabilities
                        .metrics()
                        .await(names.values(), now -> differences(names, now).equals(expected))),
                now -> differences(names, now.value()).equals(expected)));
        Map<String, Long> moved = differences(names, after);
        if (metrics != null && metrics.shared()) {
            moved.forEach((outcome, count) ->
                    requireNoExcess(String.valueOf(names.get(outcome)), count, expected.getOrDefault(outcome, 0L)));
        }
        return moved;
    }

    private Map<String, Long> differences(Map<String, String> names, Map<String, Double> after) {
        Map<String, Long> moved = new TreeMap<>();
        names.forEach((outcome, name) ->
                moved.put(outcome, Math.round(after.getOrDefault(name, 0.0) - before.getOrDefault(name, 0.0))));
        return moved;
    }

    private static void requireNoExcess(String name, long count, long expected) {
        if (count > expected) {
            throw Judgement.inconclusive(
                    "the counter " + name
                            + " moved further than the requests of this run explain, and others use the API"
                            + " too (metrics.shared)",
                    new Fact("expected", String.valueOf(expected)),
                    new Fact("actual", String.valueOf(count)));
        }
    }
}
