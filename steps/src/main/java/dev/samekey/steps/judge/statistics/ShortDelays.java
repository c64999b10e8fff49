package dev.samekey.steps.judge.statistics;

import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;

/**
 * Whether a header has shortened the delays after it: one binomial test for each value of the header. Where a delay has a least, one
 * in a hundred is seen below it by more than the tolerance. Where it is chosen from nothing to its bound, one in ten is below a tenth
 * of it. The sample of a run is as small as it can be: where it is all short, that is just too much for chance.
 */
public final class ShortDelays {
    private static final int PARTS = 10;
    private static final double BY_NOISE = 1 - Noise.QUANTILE;
    private static final double BY_CHOICE = 1.0 / PARTS;

    private ShortDelays() {}

    /** @param delays by the value of the header; a client may give up after one, and has then no delay */
    public static Result check(Map<String, List<DelaySeen>> delays, Noise noise) {
        List<Tested> tests = new ArrayList<>();
        List<String> open = new ArrayList<>();
        new TreeMap<>(delays).forEach((value, all) -> {
            List<DelaySeen> clear = clear(all, noise);
            boolean areEnough = areEnough(clear, delays.size());
            if (areEnough) {
                tests.add(test(value, clear, noise));
            }
            if (!areEnough || shortOnes(clear, noise).size() > usual(clear)) {
                open.add("«" + value + "»");
            }
        });
        String tooFew = "too few delays, or too much noise, to tell whether delays are shortened after "
                + (open.isEmpty() ? "any value" : String.join(", ", open));
        if (tests.isEmpty()) {
            return Result.inconclusive(tooFew, noise);
        }
        Result result = Result.of("No value of the header shortens delays", "The header shortens delays", tests, noise);
        return result.verdict() == Verdict.HELD && !open.isEmpty() ? Result.inconclusive(tooFew, noise) : result;
    }

    /** Whether there are enough delays after any value, and the noise leaves them clear. */
    public static boolean canTell(Map<String, List<DelaySeen>> delays, Noise noise) {
        return delays.values().stream().anyMatch(all -> areEnough(clear(all, noise), delays.size()));
    }

    private static boolean areEnough(List<DelaySeen> clear, int values) {
        return clear.size() >= least(chance(clear), values);
    }

    /** How many delays it takes to find a client that never waits. */
    static int least(double chance, int values) {
        return (int) Math.floor(Math.log(ErrorRate.each() / values) / Math.log(chance)) + 1;
    }

    /** The value with the most short delays, and the shortest of them; nothing where none is short. */
    public static Optional<String> worst(Map<String, List<DelaySeen>> delays, Noise noise) {
        return delays.entrySet().stream()
                .max(Comparator.comparingInt(
                        entry -> shortOnes(entry.getValue(), noise).size()))
                .flatMap(entry -> shortOnes(entry.getValue(), noise).stream()
                        .min(Comparator.comparing(DelaySeen::seen))
                        .map(one -> shortOnes(entry.getValue(), noise).size() + " of "
                                + entry.getValue().size() + " too short after «Retry-After: " + entry.getKey()
                                + "»; the shortest is before retry " + one.retry() + ": "
                                + one.seen().toMillis() + " ms instead of " + one.envelope()));
    }

    private static Tested test(String value, List<DelaySeen> delays, Noise noise) {
        int shortOnes = shortOnes(delays, noise).size();
        double p = BinomialTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .test(delays.size(), shortOnes, chance(delays))
                .getPValue();
        return new Tested("after «" + value + "»", delays.size(), (double) shortOnes / delays.size(), p, 0);
    }

    private static List<DelaySeen> clear(List<DelaySeen> delays, Noise noise) {
        return delays.stream()
                .filter(delay -> limit(delay.envelope(), noise).isPresent())
                .toList();
    }

    private static List<DelaySeen> shortOnes(List<DelaySeen> delays, Noise noise) {
        return delays.stream()
                .filter(delay -> limit(delay.envelope(), noise)
                        .filter(limit -> delay.seen().compareTo(limit) < 0)
                        .isPresent())
                .toList();
    }

    /** How often a good client's delay is short. */
    private static double chance(List<DelaySeen> delays) {
        return delays.stream().allMatch(delay -> !delay.envelope().least().isZero()) ? BY_NOISE : BY_CHOICE;
    }

    /** So many short ones are no doubt: none where a delay has a least, and up to a half where it may be anything. */
    private static int usual(List<DelaySeen> delays) {
        return chance(delays) == BY_CHOICE ? delays.size() / 2 : 0;
    }

    /** Below which a delay is short; nothing where noise could make it so, or could hide that it is. */
    private static Optional<Duration> limit(Envelope bounds, Noise noise) {
        Duration tolerance = noise.tolerance();
        Duration limit = bounds.least().isZero()
                ? bounds.most().dividedBy(PARTS)
                : bounds.least().minus(tolerance);
        return tolerance.compareTo(limit) <= 0 ? Optional.of(limit) : Optional.empty();
    }
}
