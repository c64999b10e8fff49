package dev.samekey.steps.judge.act;

import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.model.targets.Watching;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How far each counter moved since it was read first. */
public record Counters(
        Capabilities capabilities, Journal journal, Watching.@Nullable Metrics named, Map<String, String> names) {
    /** The counters as they stand, by name, with all that was sent before. */
    public Map<String, Double> read() {
        return journal.note(Capabilities.ask(() -> capabilities.metrics().readAnew(names.values())));
    }

    /**
     * How far they have moved, by what they count; waits for those that are collected later than they move. Where
     * others use the API too, what is more than ours may be theirs, and nothing can be said.
     *
     * @param wanted how far they should have moved, by what they count
     */
    public Map<String, Long> moved(Map<String, Double> before, Map<String, Long> wanted) {
        Map<String, Double> after = journal.note(Capabilities.ask(() -> capabilities
                .metrics()
                .await(names.values(), now -> differences(before, now).equals(wanted))));
        Map<String, Long> moved = differences(before, after);
        if (named != null && named.shared()) {
            moved.forEach((outcome, count) -> mayNotBeOthers(outcome, count, wanted.getOrDefault(outcome, 0L)));
        }
        return moved;
    }

    private Map<String, Long> differences(Map<String, Double> before, Map<String, Double> after) {
        Map<String, Long> moved = new TreeMap<>();
        names.forEach((outcome, name) ->
                moved.put(outcome, Math.round(after.getOrDefault(name, 0.0) - before.getOrDefault(name, 0.0))));
        return moved;
    }

    private void mayNotBeOthers(String outcome, long count, long wanted) {
        if (count > wanted) {
            throw Judgement.inconclusive(
                    "the counter " + names.get(outcome) + " moved by more than was on the wire, and others use the API"
                            + " too (metrics.shared)",
                    new Fact("expected", String.valueOf(wanted)),
                    new Fact("actual", String.valueOf(count)));
        }
    }
}
