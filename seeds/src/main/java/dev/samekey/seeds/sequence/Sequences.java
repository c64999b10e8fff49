package dev.samekey.seeds.sequence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes sequences, the ones in which much is given back first of all, and makes those that fail short. */
public final class Sequences {
    private static final int FEWEST_STEPS = 3;
    private static final int MOST_STEPS = 8;
    private static final int MOST_RETRIES = 3;
    /** Few different amounts, so that what is given back often comes to exactly what was paid. */
    private static final long UNIT = 100;

    private static final int MOST_UNITS = 8;
    /** So much can be given back in several parts. */
    private static final int LEAST_PAID = 4;

    /** A kind is listed as often as it should be drawn. */
    private static final List<Kind> OTHERS =
            List.of(Kind.REFUND, Kind.REFUND, Kind.REFUND, Kind.REFUND, Kind.REFUND, Kind.PAYMENT, Kind.VOID);

    private Sequences() {}

    /** A sequence; the same for the same seed. */
    public static Sequence generate(long seed) {
        Random random = new Random(seed);
        // The first numbers of neighbouring seeds are nearly the same.
        random.nextLong();
        Books books = new Books();
        List<Step> steps = new ArrayList<>();
        for (int left = FEWEST_STEPS + random.nextInt(MOST_STEPS - FEWEST_STEPS + 1); left > 0; left--) {
            Kind kind = steps.isEmpty() ? Kind.PAYMENT : OTHERS.get(random.nextInt(OTHERS.size()));
            Step step = step(kind, books.left(), random);
            var unused = books.enter(steps.size(), step);
            steps.add(step);
        }
        return new Sequence(steps);
    }

    /** Most refunds are of no more than what is left: what is refused books nothing. */
    private static Step step(Kind kind, long left, Random random) {
        boolean fits = kind == Kind.REFUND && left > 0 && random.nextInt(4) > 0;
        int least = kind == Kind.PAYMENT ? LEAST_PAID : 1;
        int most = fits ? (int) (left / UNIT) : MOST_UNITS;
        long amount = kind == Kind.VOID ? 0 : (least + random.nextInt(most - least + 1)) * UNIT;
        return new Step(kind, amount, new Retries(random.nextInt(MOST_RETRIES + 1), random.nextBoolean()));
    }

    /**
     * The shortest sequence that still fails and is found from the one of this seed, which is known to fail.
     *
     * @param most how many other sequences are tried at most
     */
    public static Sequence shrink(long seed, Predicate<Sequence> fails, int most) {
        Sequence shortest = generate(seed);
        Set<Sequence> tried = new HashSet<>(Set.of(shortest));
        Iterator<Sequence> shorter = shorter(shortest).iterator();
        while (shorter.hasNext() && tried.size() <= most) {
            Sequence candidate = shorter.next();
            if (tried.add(candidate) && fails.test(candidate)) {
                shortest = candidate;
                shorter = shorter(shortest).iterator();
            }
        }
        return shortest;
    }

    /** Those with a step less, and then those of which one step is simpler. */
    private static Stream<Sequence> shorter(Sequence sequence) {
        List<Step> steps = sequence.steps();
        Stream<List<Step>> fewer = places(steps)
                .filter(place -> steps.size() > 1 && (place > 0 || steps.get(1).kind() == Kind.PAYMENT))
                .mapToObj(place -> with(steps, place, List.of()));
        Stream<List<Step>> simpler = places(steps)
                .boxed()
                .flatMap(place -> simpler(steps.get(place)).map(step -> with(steps, place, List.of(step))));
        return Stream.concat(fewer, simpler).map(Sequence::new);
    }

    private static IntStream places(List<Step> steps) {
        return IntStream.range(0, steps.size());
    }

    private static List<Step> with(List<Step> steps, int place, List<Step> others) {
        List<Step> changed = new ArrayList<>(steps.subList(0, place));
        changed.addAll(others);
        changed.addAll(steps.subList(place + 1, steps.size()));
        return changed;
    }

    private static Stream<Step> simpler(Step step) {
        Retries retries = step.retries();
        Stream<Step> cheaper = Stream.of(UNIT, step.amount() / (2 * UNIT) * UNIT, step.amount() - UNIT)
                .filter(amount -> amount > 0 && amount < step.amount())
                .map(amount -> new Step(step.kind(), amount, retries));
        Stream<Step> rarer = Stream.of(
                        Retries.NONE, new Retries(retries.count(), false), new Retries(1, retries.later()))
                .filter(fewer -> fewer.count() < retries.count() || (retries.later() && !fewer.later()))
                .map(fewer -> new Step(step.kind(), step.amount(), fewer));
        return Stream.concat(cheaper, rarer);
    }
}
