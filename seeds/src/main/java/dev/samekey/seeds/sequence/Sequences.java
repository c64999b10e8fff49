package dev.samekey.seeds.sequence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.sessions.JqwikSession;

/** Makes sequences, and makes those that fail short. */
public final class Sequences {
    private static final int SIZE = 1000;

    private Sequences() {}

    /** A sequence; the same for the same seed. */
    public static Sequence generate(long seed) {
        return shrinkable(seed).value();
    }

    /**
     * The shortest sequence that still fails and is found from the one of this seed, which is known to fail.
     *
     * @param most how many other sequences are tried at most
     */
    public static Sequence shrink(long seed, Predicate<Sequence> fails, int most) {
        Shrinkable<Sequence> shortest = shrinkable(seed);
        Set<Sequence> tried = new HashSet<>(Set.of(shortest.value()));
        Iterator<Shrinkable<Sequence>> shorter = shortest.shrink().iterator();
        while (shorter.hasNext() && tried.size() <= most) {
            Shrinkable<Sequence> candidate = shorter.next();
            if (tried.add(candidate.value()) && fails.test(candidate.value())) {
                shortest = candidate;
                shorter = shortest.shrink().iterator();
            }
        }
        return shortest.value();
    }

    /** Generators keep what they have made for the length of a session; a value is free of it. */
    private static Shrinkable<Sequence> shrinkable(long seed) {
        List<Shrinkable<Sequence>> made = new ArrayList<>(1);
        JqwikSession.run(
                () -> made.add(SequenceArbitraries.sequences().generator(SIZE).next(new Random(seed))));
        return made.get(0);
    }
}
