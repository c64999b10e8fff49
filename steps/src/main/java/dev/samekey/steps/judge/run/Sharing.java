package dev.samekey.steps.judge.run;

import io.cucumber.core.gherkin.Pickle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Which scenarios bear the company of others, which share a crash, and which need the target to themselves. */
final class Sharing {
    /** The tag of a scenario that counts what others would count too, or moves the clock far. */
    static final String ALONE = "alone";

    /** The tag of a scenario that kills the target and starts it again. */
    static final String CRASH = "crash";

    private static final int MOST_AT_A_CRASH = 15;

    private final List<Pickle> all;

    Sharing(List<Pickle> all) {
        this.all = all;
    }

    List<Pickle> withCompany() {
        return all.stream()
                .filter(pickle -> !isAlone(pickle) && !is(pickle, CRASH))
                .toList();
    }

    /** Those of each list share one crash; one that needs the target to itself has a crash to itself. */
    List<List<Pickle>> crashes() {
        List<Pickle> crashing = all.stream()
                .filter(pickle -> is(pickle, CRASH) && !isAlone(pickle))
                .toList();
        List<List<Pickle>> batches = new ArrayList<>();
        for (int from = 0; from < crashing.size(); from += MOST_AT_A_CRASH) {
            batches.add(crashing.subList(from, Math.min(crashing.size(), from + MOST_AT_A_CRASH)));
        }
        all.stream()
                .filter(pickle -> is(pickle, CRASH) && isAlone(pickle))
                .map(List::of)
                .forEach(batches::add);
        return batches;
    }

    List<Pickle> alone() {
        return all.stream()
                .filter(pickle -> isAlone(pickle) && !is(pickle, CRASH))
                .toList();
    }

    /** Those that need no target to themselves. */
    List<Pickle> notAlone() {
        return all.stream().filter(pickle -> !isAlone(pickle)).toList();
    }

    /** Of those that need one, with a crash or without, the share of one of so many targets. */
    List<Pickle> aloneOf(int one, int many) {
        List<Pickle> alone = all.stream().filter(Sharing::isAlone).toList();
        return IntStream.range(0, alone.size())
                .filter(i -> i % many == one)
                .mapToObj(alone::get)
                .toList();
    }

    private static boolean isAlone(Pickle pickle) {
        return is(pickle, ALONE);
    }

    private static boolean is(Pickle pickle, String tag) {
        return pickle.getTags().contains("@" + tag);
    }
}
