package dev.samekey.steps.author.discover;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The counters of an operation that can be believed: for a request that was sent once they count none before, and one
 * after.
 *
 * @param usable their names
 * @param why why there is none; empty where there is one
 */
record EffectCounters(Probe probe, Set<String> usable, String why) {
    /** An effect that is not counted by then does not show in this way. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Tries them with a request of their own. */
    static EffectCounters tried(Probe probe, Operation operation) {
        try {
            Call call = probe.prepare(operation);
            Set<String> none = saying(0, probe, call);
            probe.succeed("to try the counters", call);
            Set<String> one = Await.until(
                            "an effect to be counted",
                            LIMIT,
                            PAUSE,
                            () -> saying(1, probe, call),
                            now -> now.containsAll(none))
                    .value();
            one.retainAll(none);
            return new EffectCounters(
                    probe,
                    Set.copyOf(one),
                    one.isEmpty() ? "no counter of the target file counts none before a request and one after" : "");
        } catch (Judgement nothing) {
            return new EffectCounters(probe, Set.of(), nothing.reason());
        }
    }

    boolean areUsable() {
        return !usable.isEmpty();
    }

    /** Whether a call took effect more than once, as far as that can be counted. */
    boolean sawTwice(Call call) {
        try {
            return areUsable()
                    && probe.effects(call).entrySet().stream()
                            .anyMatch(counter -> usable.contains(counter.getKey()) && counter.getValue() > 1);
        } catch (Judgement silent) {
            return false;
        }
    }

    /** Whether it was counted, and took effect no more than once. */
    boolean sawOnce(Call call) {
        try {
            return areUsable()
                    && probe.effects(call).entrySet().stream()
                            .filter(counter -> usable.contains(counter.getKey()))
                            .allMatch(counter -> counter.getValue() == 1);
        } catch (Judgement silent) {
            return false;
        }
    }

    private static Set<String> saying(long count, Probe probe, Call call) {
        return probe.effects(call).entrySet().stream()
                .filter(counter -> counter.getValue() == count)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
