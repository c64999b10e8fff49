package dev.samekey.steps.judge.client;

import dev.samekey.oracles.wait.Await;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.judge.statistics.Noise;
import dev.samekey.steps.model.verdict.Judgement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Measures, while clients are at work, how late things are on this machine: again and again it waits for a moment, sends a byte
 * over the loopback interface and reads it, and notes how much longer that took than the moment. One serves all scenarios of a run.
 */
public final class NoiseMeter implements AutoCloseable {
    private static final Duration MOMENT = Duration.ofMillis(5);
    private static final String WHAT = "the next measurement";

    /** Those of five minutes. */
    private static final int MOST_SAMPLES = 50_000;

    private final Deque<Sample> samples = new ArrayDeque<>();
    private final Thread meter = new Thread(this::measure, "samekey-noise-meter");

    private NoiseMeter() {}

    private record Sample(long at, Duration late) {}

    /** One that has begun to measure. */
    public static NoiseMeter begin() {
        NoiseMeter meter = new NoiseMeter();
        meter.meter.setDaemon(true);
        meter.meter.start();
        return meter;
    }

    /**
     * The noise since a time of {@link System#nanoTime}.
     *
     * @param others how late other things were
     * @throws Judgement where it has not measured for long enough
     */
    Noise since(long nanos, List<Duration> others) {
        List<Duration> lateness = new ArrayList<>(others);
        synchronized (samples) {
            samples.stream()
                    .filter(sample -> sample.at() >= nanos)
                    .map(Sample::late)
                    .forEach(lateness::add);
        }
        if (lateness.size() < Noise.LEAST_SAMPLES) {
            throw Judgement.inconclusive("the noise of the machine was measured " + lateness.size()
                    + " times only, and it takes " + Noise.LEAST_SAMPLES);
        }
        return Noise.measured(lateness);
    }

    private void measure() {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket near = new Socket(listener.getInetAddress(), listener.getLocalPort());
                Socket far = listener.accept()) {
            near.setTcpNoDelay(true);
            while (true) {
                long start = System.nanoTime();
                Await.pause(WHAT, MOMENT);
                near.getOutputStream().write(1);
                int unused = far.getInputStream().read();
                long end = System.nanoTime();
                add(end, Noise.atEachMoment(Duration.ofNanos(end - start).minus(MOMENT), MOMENT));
            }
        } catch (Interrupted closed) {
            // Nobody needs more.
            return;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void add(long at, List<Duration> late) {
        synchronized (samples) {
            late.forEach(one -> samples.add(new Sample(at, one)));
            while (samples.size() > MOST_SAMPLES) {
                samples.remove();
            }
        }
    }

    @Override
    public void close() {
        meter.interrupt();
    }
}
