package dev.samekey.steps.judge.statistics;

import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.Envelope;
import dev.samekey.steps.model.contract.Exponential;
import dev.samekey.steps.model.contract.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** A client that retries by a contract, on a machine with noise. */
final class SimulatedClient {
    static final int OPERATIONS = 120;

    private final Retry retry;
    private final Random noise;
    private final double tickMs;

    /** @param tickMs how coarse its timers are: each delay ends at the next tick */
    SimulatedClient(String dialect, long seed, double tickMs) {
        this(Objects.requireNonNull(Dialects.shipped(dialect).retry()), seed, tickMs);
    }

    SimulatedClient(Retry retry, long seed, double tickMs) {
        this.retry = retry;
        this.noise = new Random(seed * 31 + 7);
        this.tickMs = tickMs;
    }

    /** How it chooses a delay. */
    interface Choice {
        /** @return milliseconds */
        double choose(Envelope envelope, Random random);
    }

    /** As the contract says. */
    static double uniform(Envelope envelope, Random random) {
        return ms(envelope.least()) + random.nextDouble() * ms(envelope.width());
    }

    List<DelaySeen> delays(Choice choice, Random random) {
        List<DelaySeen> delays = new ArrayList<>();
        for (int operation = 0; operation < OPERATIONS; operation++) {
            for (int number = 1; number < retry.mostAttempts().orElseThrow(); number++) {
                Envelope envelope = retry.envelope(number, null).orElseThrow();
                delays.add(new DelaySeen(number, seen(choice.choose(envelope, random)), envelope));
            }
        }
        return delays;
    }

    /** Each delay is chosen from the initial one to three times the previous one, and is no more than the max. */
    List<DelaySeen> decorrelated(Exponential growing, Random random) {
        double initial = ms(growing.initial());
        double max = ms(Objects.requireNonNull(growing.max()));
        List<DelaySeen> delays = new ArrayList<>();
        for (int operation = 0; operation < OPERATIONS; operation++) {
            Duration previous = null;
            double before = initial;
            for (int number = 1; number < retry.mostAttempts().orElseThrow(); number++) {
                before = Math.min(max, initial + random.nextDouble() * (3 * before - initial));
                Duration seen = seen(before);
                delays.add(new DelaySeen(
                        number, seen, retry.envelope(number, previous).orElseThrow()));
                previous = seen;
            }
        }
        return delays;
    }

    /** What a calibration measures on the same machine. */
    Noise measured() {
        List<Duration> lateness = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            lateness.add(nanos(late()));
        }
        return Noise.measured(lateness);
    }

    private Duration seen(double chosen) {
        double end = tickMs == 0 ? chosen : chosen + noise.nextDouble() * tickMs;
        return nanos(end + late());
    }

    /** Mostly a fraction of a millisecond, now and then a few. */
    private double late() {
        return -Math.log(1 - noise.nextDouble()) * (noise.nextInt(50) == 0 ? 4 : 0.5);
    }

    static double ms(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    private static Duration nanos(double ms) {
        return Duration.ofNanos(Math.round(ms * 1e6));
    }
}
