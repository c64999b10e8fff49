package dev.samekey.steps.judge.statistics;

import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Whether a header has shortened the delays after it: one test for each value of the header. A delay is short below a limit that a
 * client which sends at once stays below, whatever the noise. Where a delay has a least, noise makes one in a hundred short. Where it
 * is chosen from nothing to its bound, a part of them is: the more, the shorter the delay is beside the noise. So each delay has a
 * chance of its own, and those that the noise hides are left out.
 */
public final class ShortDelays {
    private static final double BY_NOISE = 1 - Noise.QUANTILE;
    private static final double LEAST_PART = 0.1;
    private static final double MOST_PART = 0.25;

    /** A good client has so many short ones too seldom to be held, and too often to be blamed. */
    private static final double DOUBT = 0.002;

    private ShortDelays() {}

    /** @param chance how often a good client's delay is below the limit */
    private record Limit(Duration below, double chance) {}

    /** Of the delays after one value those that show something. */
    private record Clear(List<DelaySeen> delays, List<Limit> limits) {
        static Clear of(List<DelaySeen> all, Noise noise) {
            List<DelaySeen> delays = all.stream()
                    .filter(delay -> limit(delay.envelope(), noise).isPresent())
                    .toList();
            return new Clear(
                    delays,
                    delays.stream()
                            .flatMap(delay -> limit(delay.envelope(), noise).stream())
                            .toList());
        }

        List<DelaySeen> shortOnes() {
            return IntStream.range(0, delays.size())
                    .filter(i -> delays.get(i).seen().compareTo(limits.get(i).below()) < 0)
                    .mapToObj(delays::get)
                    .toList();
        }

        /** Whether a client that never waits would be found. */
        boolean areEnough(int values) {
            return chance(delays.size()) < ErrorRate.each() / values;
        }

        /** Noise makes nearly none short that has a least; of the others a good client chooses a few so. */
        boolean isDoubtful() {
            List<DelaySeen> shortOnes = shortOnes();
            return chance(shortOnes.size()) < DOUBT
                    || shortOnes.stream()
                            .anyMatch(delay -> !delay.envelope().least().isZero());
        }

        Tested test(String value) {
            int found = shortOnes().size();
            return new Tested("after «" + value + "»", delays.size(), (double) found / delays.size(), chance(found), 0);
        }

        /** How likely it is that a good client has so many short ones, or more. */
        private double chance(int found) {
            double[] exactly = new double[limits.size() + 1];
            exactly[0] = 1;
            for (int seen = 0; seen < limits.size(); seen++) {
                double chance = limits.get(seen).chance();
                for (int i = seen + 1; i > 0; i--) {
                    exactly[i] = exactly[i] * (1 - chance) + exactly[i - 1] * chance;
                }
                exactly[0] *= 1 - chance;
            }
            return Math.min(1, Arrays.stream(exactly).skip(found).sum());
        }
    }

    /** @param delays by the value of the header; a client may give up after one, and has then no delay */
    public static Result check(Map<String, List<DelaySeen>> delays, Noise noise) {
        List<Tested> tests = new ArrayList<>();
        List<String> open = new ArrayList<>();
        new TreeMap<>(delays).forEach((value, all) -> {
            Clear clear = Clear.of(all, noise);
            boolean areEnough = clear.areEnough(delays.size());
            if (areEnough) {
                tests.add(clear.test(value));
            }
            if (!areEnough || clear.isDoubtful()) {
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
        return delays.values().stream().anyMatch(all -> Clear.of(all, noise).areEnough(delays.size()));
    }

    /** The value with the most short delays, and the shortest of them; nothing where none is short. */
    public static Optional<String> worst(Map<String, List<DelaySeen>> delays, Noise noise) {
        Map<String, Clear> clear = new TreeMap<>();
        delays.forEach((value, all) -> clear.put(value, Clear.of(all, noise)));
        return clear.entrySet().stream()
                .max(Comparator.comparingInt(
                        entry -> entry.getValue().shortOnes().size()))
                .flatMap(entry -> entry.getValue().shortOnes().stream()
                        .min(Comparator.comparing(DelaySeen::seen))
                        .map(one -> entry.getValue().shortOnes().size() + " of "
                                + entry.getValue().delays().size() + " too short after «Retry-After: " + entry.getKey()
                                + "»; the shortest is before retry " + one.retry() + ": "
                                + one.seen().toMillis() + " ms instead of " + one.envelope()));
    }

    /** Nothing where noise could make a delay short, or could hide that it is. */
    private static Optional<Limit> limit(Envelope bounds, Noise noise) {
        Duration tolerance = noise.tolerance();
        if (!bounds.least().isZero()) {
            Duration below = bounds.least().minus(tolerance);
            return tolerance.compareTo(below) <= 0 ? Optional.of(new Limit(below, BY_NOISE)) : Optional.empty();
        }
        double whole = bounds.most().toNanos();
        double part = Math.max(LEAST_PART, tolerance.toNanos() / whole);
        return part <= MOST_PART
                ? Optional.of(new Limit(Duration.ofNanos(Math.round(whole * part)), part))
                : Optional.empty();
    }
}
