package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.Scenario;
import java.util.ArrayList;
import java.util.List;
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

    /** Of those that need one, with a crash or without, the share of one of so many targets. */
    List<Scenario> aloneOf(int one, int many) {
        List<Scenario> alone = all.stream().filter(Sharing::isAlone).toList();
        return IntStream.range(0, alone.size())
                .filter(i -> i % many == one)
                .mapToObj(alone::get)
                .toList();
    }

    private static boolean isAlone(Scenario scenario) {
        return scenario.has(ALONE);
    }
}
