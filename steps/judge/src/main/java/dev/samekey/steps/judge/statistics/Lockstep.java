package dev.samekey.steps.judge.statistics;

import dev.samekey.steps.model.contract.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;

/**
 * Whether operations that failed together are retried together. Two delays are equal if they differ by no more than the tolerance.
 * Equal delays of a client that chooses at random are as frequent as chance makes them, and a binomial test decides whether there
 * are more. It cannot see a client that repeats few of its delays.
 */
public final class Lockstep {
    /** Above this chance even the delays of one seed are no evidence. */
    private static final double MOST_CHANCE = 0.75;
    /** With fewer, equal delays are no evidence. */
    private static final int LEAST = 20;
    /** So many of the delays of a client in lockstep are seen as equal at least: noise moves the others. */
    private static final double SEEN_EQUAL = 0.9;

    private Lockstep() {}

    /**
     * Of operations in one process, which failed at the same time. The statistic is the greatest part of the delays before one
     * retry that lie within one tolerance of each other. Its p-value is that of the binomial test, times the number of delays
     * at which such a group can begin.
     */
    public static Result ofOperations(List<DelaySeen> delays, Noise noise) {
        Map<Integer, List<DelaySeen>> clear = byRetry(delays, noise);
        List<Tested> tests = new ArrayList<>();
        clear.forEach((retry, all) -> {
            if (ofGroup(all.size(), seenEqual(all.size()), inWindow(all, noise)) <= least(clear.size())) {
                tests.add(group(retry, all, noise));
            }
        });
        return result(
                tests,
                "The retries of operations that failed together are spread",
                "Operations retry in lockstep",
                noise);
    }

    /**
     * Of two processes that did the same operations, one after another. The statistic is the part of the pairs that are equal.
     *
     * @param first the delays of the first process, in order
     * @param second those of the second: each is compared with the delay at its place among those of the same retry
     */
    public static Result ofProcesses(List<DelaySeen> first, List<DelaySeen> second, Noise noise) {
        Map<Integer, List<DelaySeen>> one = byRetry(first, noise);
        Map<Integer, List<DelaySeen>> other = byRetry(second, noise);
        List<Tested> tests = new ArrayList<>();
        one.forEach((retry, all) -> {
            List<DelaySeen> theirs = other.getOrDefault(retry, List.of());
            int pairs = Math.min(all.size(), theirs.size());
            if (pairs >= LEAST && moreThan(pairs, seenEqual(pairs), inPair(all, noise)) <= least(one.size())) {
                tests.add(pairs(retry, all, theirs, noise));
            }
        });
        return result(tests, "Two processes choose different delays", "Two processes retry in lockstep", noise);
    }

    private static Result result(List<Tested> tests, String held, String broken, Noise noise) {
        return tests.isEmpty()
                ? Result.inconclusive(
                        "No retry can be tested: it takes " + LEAST + " delays whose envelope is wide enough for "
                                + noise,
                        noise)
                : Result.of(held, broken, tests, noise);
    }

    private static Map<Integer, List<DelaySeen>> byRetry(List<DelaySeen> delays, Noise noise) {
        Map<Integer, List<DelaySeen>> clear = DelaySeen.chosen(delays, noise).stream()
                .filter(delay -> !delay.envelope().width().isZero())
                .filter(delay -> chance(delay.envelope(), noise) <= MOST_CHANCE)
                .collect(Collectors.groupingBy(DelaySeen::retry, TreeMap::new, Collectors.toList()));
        clear.values().removeIf(all -> all.size() < LEAST);
        return clear;
    }

    private static Tested group(int retry, List<DelaySeen> delays, Noise noise) {
        long[] sorted = delays.stream()
                .mapToLong(delay -> delay.seen().toNanos())
                .sorted()
                .toArray();
        long window = noise.tolerance().toNanos();
        int largest = 0;
        for (int begin = 0, end = 0; begin < sorted.length; begin++) {
            while (end < sorted.length && sorted[end] - sorted[begin] <= window) {
                end++;
            }
            largest = Math.max(largest, end - begin);
        }
        double p = ofGroup(sorted.length, largest, inWindow(delays, noise));
        return new Tested("retry " + retry, sorted.length, (double) largest / sorted.length, p, 0);
    }

    private static Tested pairs(int retry, List<DelaySeen> first, List<DelaySeen> second, Noise noise) {
        int pairs = Math.min(first.size(), second.size());
        int equal = 0;
        for (int i = 0; i < pairs; i++) {
            long apart = first.get(i).seen().minus(second.get(i).seen()).abs().toNanos();
            equal += apart <= noise.tolerance().toNanos() ? 1 : 0;
        }
        double p = moreThan(pairs, equal, inPair(first, noise));
        return new Tested("retry " + retry, pairs, (double) equal / pairs, p, 0);
    }

    private static int seenEqual(int delays) {
        return (int) Math.floor(SEEN_EQUAL * delays);
    }

    /** A test that could not find a client in lockstep shows nothing: its smallest p-value must be below this. */
    private static double least(int tests) {
        return ErrorRate.each() / tests;
    }

    /** How likely it is that so many of these delays lie within one tolerance, wherever. */
    private static double ofGroup(int delays, int together, double chance) {
        return Math.min(1, delays * moreThan(delays - 1, together - 1, chance));
    }

    /** How likely a delay is within the tolerance after another. Coarse timers bring those together that are a tick apart. */
    private static double inWindow(List<DelaySeen> delays, Noise noise) {
        Envelope narrowest = Uniformity.narrowest(delays);
        return Math.min(1, noise.share(narrowest) + timer(narrowest, noise));
    }

    private static double inPair(List<DelaySeen> delays, Noise noise) {
        return chance(Uniformity.narrowest(delays), noise);
    }

    /** How likely two delays of a uniform client, both on the ticks of coarse timers, are within the tolerance. */
    private static double chance(Envelope envelope, Noise noise) {
        double apart = noise.share(envelope)
                + (double) noise.timer().toNanos() / envelope.width().toNanos();
        return apart >= 1 ? 1 : 2 * apart - apart * apart;
    }

    private static double timer(Envelope envelope, Noise noise) {
        return (double) noise.timer().toNanos() / envelope.width().toNanos();
    }

    private static double moreThan(int tries, int successes, double chance) {
        return BinomialTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .test(tries, Math.max(0, successes), chance)
                .getPValue();
    }
}
