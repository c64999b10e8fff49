package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Which scenarios can share the target, which share a crash, and which need the target to themselves. */
final class Sharing {
    /** The tag of a scenario that counts what others would count too, or moves the clock far. */
    static final String ALONE = "alone";

    /** The tag of a scenario that kills the target and starts it again. */
    static final String CRASH = "crash";

    /** The tag of a scenario that tries pairs of events, which takes long: it runs where the strength is two or more. */
    static final String PAIRS = "pairs";

    private static final int MOST_AT_A_CRASH = 15;

    private final List<Scenario> all;

    Sharing(List<Scenario> all) {
        this.all = all;
    }

    List<Scenario> shared() {
        return all.stream()
                .filter(scenario -> !isAlone(scenario) && !scenario.has(CRASH))
                .toList();
    }

    /**
     * Those of each list share one crash; one that needs the target to itself has a crash to itself.
     *
     * @param atOnce how many may run at the same time; where it is one, each has a crash to itself
     */
    List<List<Scenario>> crashes(int atOnce) {
        int most = atOnce == 1 ? 1 : MOST_AT_A_CRASH;
        List<Scenario> crashing = all.stream()
                .filter(scenario -> scenario.has(CRASH) && !isAlone(scenario))
                .toList();
        List<List<Scenario>> batches = new ArrayList<>();
        for (int from = 0; from < crashing.size(); from += most) {
            batches.add(crashing.subList(from, Math.min(crashing.size(), from + most)));
        }
        all.stream()
                .filter(scenario -> scenario.has(CRASH) && isAlone(scenario))
                .map(List::of)
                .forEach(batches::add);
        return batches;
    }

    List<Scenario> alone() {
        return all.stream()
                .filter(scenario -> isAlone(scenario) && !scenario.has(CRASH))
                .toList();
    }

    /** Those that need no target to themselves. */
    List<Scenario> notAlone() {
        return all.stream().filter(scenario -> !isAlone(scenario)).toList();
    }

    /**
     * Those that need one, with a crash or without, dealt out to so many targets: the longest first, each to the target that has the
     * least to do.
     *
     * @param took how long a scenario takes, in milliseconds
     */
    List<List<Scenario>> alone(int targets, ToLongFunction<Scenario> took) {
        long[] load = new long[targets];
        Map<String, Integer> owner = new HashMap<>();
        all.stream()
                .filter(Sharing::isAlone)
                .sorted(Comparator.comparingLong(took).reversed())
                .forEachOrdered(scenario -> {
                    int least = Split.least(load);
                    load[least] += Math.max(1, took.applyAsLong(scenario));
                    owner.put(scenario.id(), least);
                });
        return IntStream.range(0, targets)
                .mapToObj(target -> all.stream()
                        .filter(scenario -> Objects.equals(owner.get(scenario.id()), target))
                        .toList())
                .toList();
    }

    private static boolean isAlone(Scenario scenario) {
        return scenario.has(ALONE);
    }
}
