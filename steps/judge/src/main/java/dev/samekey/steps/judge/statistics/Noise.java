package dev.samekey.steps.judge.statistics;

import dev.samekey.steps.model.contract.Envelope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * How far a delay that is seen may be from the delay that the client chose.
 *
 * @param lateness the {@link #QUANTILE} of what was measured
 * @param samples how many measurements there are
 * @param timer how coarse the client's own timers may be; they cannot be measured from outside
 */
public record Noise(Duration lateness, int samples, Duration timer) {
    /** The part of all delays that the tolerance covers. */
    public static final double QUANTILE = 0.99;

    /** So many measurements make the quantile known well enough. */
    public static final int LEAST_SAMPLES = 100;

    /** The interval of the default system timer of Windows, 15.625 ms: the coarsest that is in general use. */
    public static final Duration COARSE_TIMER = Duration.ofNanos(15_625_000);

    /**
     * What was measured in this process while the client was at work.
     *
     * @param lateness how much later than asked timers fired, and how long round trips on loopback took
     * @throws IllegalArgumentException when there are fewer than {@link #LEAST_SAMPLES}
     */
    public static Noise measured(Collection<Duration> lateness) {
        if (lateness.size() < LEAST_SAMPLES) {
            throw new IllegalArgumentException(
                    "noise needs " + LEAST_SAMPLES + " measurements, and there are " + lateness.size());
        }
        List<Duration> sorted = lateness.stream().sorted().toList();
        int rank = (int) Math.ceil(QUANTILE * sorted.size());
        return new Noise(sorted.get(rank - 1), sorted.size(), COARSE_TIMER);
    }

    /**
     * How late things were that were due at a moment in which one measurement did not end: a machine that stands still is measured
     * once, and makes all late that is due meanwhile.
     *
     * @param late by how much the measurement was
     * @param moment from one measurement to the next
     */
    public static List<Duration> atEachMoment(Duration late, Duration moment) {
        List<Duration> each = new ArrayList<>(List.of(late));
        for (Duration left = late.minus(moment); left.compareTo(Duration.ZERO) > 0; left = left.minus(moment)) {
            each.add(left);
        }
        return each;
    }

    /** That of a log which the client itself has written: none but the resolution of its clock. */
    public static Noise ofLog(Duration resolution) {
        return new Noise(Duration.ZERO, 0, resolution);
    }

    /** The same for delays that are seen so many times shorter than they are by the client's clock. */
    public Noise at(int clockSpeed) {
        return new Noise(lateness.multipliedBy(clockSpeed), samples, timer.multipliedBy(clockSpeed));
    }

    /** How far outside of its envelope a delay may be seen, to either side. */
    public Duration tolerance() {
        return lateness.plus(timer);
    }

    /** The tolerance as a part of what the delays vary by; of the delay itself where they do not vary. */
    public double share(Envelope envelope) {
        Duration whole = envelope.width().isZero() ? envelope.most() : envelope.width();
        return whole.isZero() ? Double.POSITIVE_INFINITY : (double) tolerance().toNanos() / whole.toNanos();
    }

    /** The tolerance in a report. */
    @Override
    public String toString() {
        return "tolerance " + millis(tolerance()) + " ms (" + millis(lateness) + " ms, the "
                + Math.round(QUANTILE * 100) + " % quantile of " + samples + " measurements, and " + millis(timer)
                + " ms for coarse timers of the client)";
    }

    private static double millis(Duration duration) {
        return Math.round(duration.toNanos() / 1e4) / 100.0;
    }
}
