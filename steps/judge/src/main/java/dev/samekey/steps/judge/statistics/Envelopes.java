package dev.samekey.steps.judge.statistics;

import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;

/**
 * Whether delays lie in their envelopes. A delay that is outside by more than the tolerance is an outlier. Noise makes one in a
 * hundred, as the tolerance is a 99 % quantile, so a binomial test decides whether there are more. It cannot see a client that
 * leaves its envelopes so rarely.
 */
public final class Envelopes {
    private static final double CHANCE = 1 - Noise.QUANTILE;
    /** A tolerance of more than half of an envelope would let too much pass. */
    private static final double MOST_NOISE = 0.5;

    private Envelopes() {}

    /** One test for each retry. */
    public static Result check(List<DelaySeen> delays, Noise noise) {
        Map<Integer, List<DelaySeen>> clear = delays.stream()
                .filter(delay -> noise.share(delay.envelope()) <= MOST_NOISE)
                .collect(Collectors.groupingBy(DelaySeen::retry, TreeMap::new, Collectors.toList()));
        if (clear.isEmpty()) {
            return Result.inconclusive(
                    delays.isEmpty()
                            ? "There is no delay to judge"
                            : "The machine is too noisy: " + noise + " is more than half of each envelope",
                    noise);
        }
        Result result = Result.of(
                clear.values().stream().mapToInt(List::size).sum() + " delays lie in their envelopes",
                "Delays are outside of their envelopes",
                clear.entrySet().stream()
                        .map(entry -> test(entry.getKey(), entry.getValue(), noise))
                        .toList(),
                noise);
        long outliers = outliers(delays, noise).size();
        return result.verdict() == Verdict.HELD && outliers > 0 && smallest(clear) < 3
                ? Result.inconclusive(
                        "There are " + outliers
                                + " delays outside of their envelopes, and too few to tell them from noise",
                        noise)
                : result;
    }

    /** The delays that are outside by more than the tolerance, the farthest first. */
    public static List<DelaySeen> outliers(List<DelaySeen> delays, Noise noise) {
        return delays.stream()
                .filter(delay -> isOutlier(delay, noise.tolerance()))
                .sorted(Comparator.comparing(DelaySeen::outside).reversed())
                .toList();
    }

    /** A delay that this run cannot judge, though it could on a quiet machine and by a real clock. */
    public static Optional<DelaySeen> hidden(List<DelaySeen> delays, Noise noise) {
        Noise least = Noise.ofLog(Noise.COARSE_TIMER);
        return delays.stream()
                .filter(delay -> noise.share(delay.envelope()) > MOST_NOISE)
                .filter(delay -> least.share(delay.envelope()) <= MOST_NOISE)
                .findFirst();
    }

    private static Tested test(int retry, List<DelaySeen> delays, Noise noise) {
        int outliers = outliers(delays, noise).size();
        double p = BinomialTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .test(delays.size(), outliers, CHANCE)
                .getPValue();
        return new Tested("retry " + retry, delays.size(), (double) outliers / delays.size(), p, 0);
    }

    private static boolean isOutlier(DelaySeen delay, Duration tolerance) {
        return delay.outside().compareTo(tolerance) > 0;
    }

    private static int smallest(Map<Integer, List<DelaySeen>> delays) {
        return delays.values().stream().mapToInt(List::size).min().orElse(0);
    }
}
