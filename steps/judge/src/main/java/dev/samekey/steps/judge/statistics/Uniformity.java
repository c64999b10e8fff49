package dev.samekey.steps.judge.statistics;

import dev.samekey.steps.model.contract.Envelope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;

/**
 * Whether delays fill their envelopes evenly: the test of Kolmogorov and Smirnov, one for each retry. Noise is taken into account
 * in the client's favour. Each delay is moved within the tolerance to where it fits a uniform client best. If the client is
 * uniform, and noise no more than the tolerance, the statistic of the moved delays is no greater than that of the delays that the
 * client chose, so its p-value is an upper bound.
 *
 * <p>It sees a fixed delay, and a jitter that uses a small part of the envelope. It does not see one that uses most of it.
 */
public final class Uniformity {
    /** With a greater tolerance a fixed delay in the middle of its envelope would pass. */
    private static final double MOST_NOISE = 0.25;

    private Uniformity() {}

    /** Delays whose envelope has no width are left out. */
    public static Result check(List<DelaySeen> delays, Noise noise) {
        Map<Integer, List<DelaySeen>> clear = DelaySeen.chosen(delays, noise).stream()
                .filter(delay -> !delay.envelope().width().isZero())
                .filter(delay -> noise.share(delay.envelope()) <= MOST_NOISE)
                .collect(Collectors.groupingBy(DelaySeen::retry, TreeMap::new, Collectors.toList()));
        if (clear.isEmpty()) {
            return Result.inconclusive(
                    "No retry can be tested: " + noise + " is more than a quarter of each envelope", noise);
        }
        Map<Integer, List<DelaySeen>> enough = new TreeMap<>(clear);
        enough.values().removeIf(all -> all.size() < least(narrowest(all), noise, clear.size()));
        if (enough.isEmpty()) {
            Map.Entry<Integer, List<DelaySeen>> any =
                    Map.copyOf(clear).entrySet().iterator().next();
            return Result.inconclusive(
                    "There are too few delays: " + any.getValue().size() + " before retry " + any.getKey() + ", and "
                            + least(narrowest(any.getValue()), noise, clear.size()) + " are needed",
                    noise);
        }
        List<Tested> tests = new ArrayList<>();
        enough.forEach((retry, all) -> tests.add(test(retry, all, noise)));
        return Result.of("The delays fill their envelopes", "The delays do not fill their envelopes", tests, noise);
    }

    /**
     * How many delays it takes to find a fixed one, wherever in the envelope it is: half of the envelope without the tolerance
     * is then the least statistic, and the bound of Dvoretzky, Kiefer and Wolfowitz (with the constant of Massart, 1990) gives
     * the p-value.
     *
     * @param tests over how many retries the error rate is shared
     */
    public static int least(Envelope envelope, Noise noise, int tests) {
        double statistic = 0.5 - Math.min(MOST_NOISE, noise.share(envelope));
        double alpha = ErrorRate.each() / tests;
        return (int) Math.ceil(Math.log(2 / alpha) / (2 * statistic * statistic));
    }

    private static Tested test(int retry, List<DelaySeen> delays, Noise noise) {
        double[] seen = delays.stream().mapToDouble(Uniformity::place).sorted().toArray();
        double tolerance = noise.share(narrowest(delays));
        double[] moved = new double[seen.length];
        for (int i = 0; i < seen.length; i++) {
            double fits = (i + 0.5) / seen.length;
            moved[i] = Math.max(seen[i] - tolerance, Math.min(seen[i] + tolerance, fits));
        }
        var result = KolmogorovSmirnovTest.withDefaults().test(moved, x -> Math.max(0, Math.min(1, x)));
        return new Tested("retry " + retry, seen.length, result.getStatistic(), result.getPValue(), 0);
    }

    /** The bounds that leave the least room beside the noise. */
    static Envelope narrowest(List<DelaySeen> delays) {
        return delays.stream()
                .map(DelaySeen::envelope)
                .min(Comparator.comparing(Envelope::width))
                .orElseThrow();
    }

    /** From 0 at the least to 1 at the most. */
    private static double place(DelaySeen delay) {
        return (double) delay.seen().minus(delay.envelope().least()).toNanos()
                / delay.envelope().width().toNanos();
    }
}
