package dev.samekey.steps.judge.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How often all tests of a run together may blame a good client: one run in ten thousand. Each {@link Kind} of test has an
 * equal share of it, and within a kind the method of Holm (1979) corrects for the number of tests.
 */
public final class ErrorRate {
    /** For a whole run. */
    public static final double OF_A_RUN = 1e-4;

    /** In words; two looks share no delay, so their rates are multiplied. */
    public static final String WORDS =
            "a client that keeps the contract is broken in 1 of 10,000 runs at most, and twice in 1 of 100,000,000";

    /** What is tested. */
    public enum Kind {
        ENVELOPES,
        SHORT_DELAYS,
        UNIFORMITY,
        LOCKSTEP_OF_OPERATIONS,
        LOCKSTEP_OF_PROCESSES
    }

    private ErrorRate() {}

    /** The share of one kind of test. */
    public static double each() {
        return OF_A_RUN / Kind.values().length;
    }

    /** The tests with the thresholds of Holm: from the smallest p-value on, until one is not rejected. */
    static List<Tested> holm(List<Tested> tests) {
        List<Tested> sorted = tests.stream()
                .sorted(Comparator.comparingDouble(Tested::pValue))
                .toList();
        List<Tested> corrected = new ArrayList<>();
        boolean open = true;
        for (int i = 0; i < sorted.size(); i++) {
            Tested one = sorted.get(i);
            double threshold = open ? each() / (sorted.size() - i) : 0;
            Tested with = new Tested(one.what(), one.samples(), one.statistic(), one.pValue(), threshold);
            open = with.isRejected();
            corrected.add(with);
        }
        return corrected;
    }
}
