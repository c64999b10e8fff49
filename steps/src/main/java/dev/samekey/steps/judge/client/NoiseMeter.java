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
import java.util.ArrayList;
import java.util.List;

/**
 * Measures, while a client is at work, how late things are on this machine: again and again it waits for a moment, sends a byte
 * over the loopback interface and reads it, and notes how much longer that took than the moment.
 */
final class NoiseMeter implements AutoCloseable {
    private static final Duration MOMENT = Duration.ofMillis(5);
    private static final String WHAT = "the next measurement";

    /** Those of two minutes. */
    private static final int MOST_SAMPLES = 20_000;

    private final List<Duration> lateness = new ArrayList<>();
    private final Thread meter = new Thread(this::measure, "samekey-noise-meter");

    private NoiseMeter() {}

    static NoiseMeter begin() {
        NoiseMeter meter = new NoiseMeter();
        meter.meter.setDaemon(true);
        meter.meter.start();
        return meter;
    }

    /** Adds how late something else was. */
    void add(Duration late) {
        synchronized (lateness) {
            lateness.add(late);
        }
    }

    /** @throws Judgement where it has not measured for long enough */
    Noise noise() {
        synchronized (lateness) {
            if (lateness.size() < Noise.LEAST_SAMPLES) {
                throw Judgement.inconclusive("the noise of the machine was measured " + lateness.size()
                        + " times only, and it takes " + Noise.LEAST_SAMPLES);
            }
            return Noise.measured(lateness);
        }
    }

    private void measure() {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket near = new Socket(listener.getInetAddress(), listener.getLocalPort());
                Socket far = listener.accept()) {
            near.setTcpNoDelay(true);
            while (lateness.size() < MOST_SAMPLES) {
                long start = System.nanoTime();
                Await.pause(WHAT, MOMENT);
                near.getOutputStream().write(1);
                int unused = far.getInputStream().read();
                add(Duration.ofNanos(System.nanoTime() - start).minus(MOMENT));
            }
        } catch (Interrupted closed) {
            // Nobody needs more.
            return;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        meter.interrupt();
    }
}
