package dev.samekey.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Waits and works for a moment again and again, and notes how much longer both took than they should. */
final class ProcessorWatch implements AutoCloseable {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long WORK = TimeUnit.MILLISECONDS.toNanos(4);
    /** Those of half an hour. */
    private static final int MOST = 9_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Deque<Sample> samples = new ArrayDeque<>();
    private final Thread thread = new Thread(this::watch, "samekey-processor-watch");

    ProcessorWatch() {
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * What was seen at a time of {@link System#nanoTime}, all in nanoseconds.
     *
     * @param timer by how much a timer was late
     * @param work how long the work took
     */
    record Sample(long at, long timer, long work) {}

    /**
     * How late things were.
     *
     * @param timer by how much the latest timer was late, in ns
     * @param work how long the work took at worst, in ns
     */
    record Late(long timer, long work) {
        private static final long MUCH = TimeUnit.MILLISECONDS.toNanos(50);

        /** Whether a test may fail for that alone. */
        boolean isMuch() {
            return timer > MUCH || work > MUCH;
        }

        @Override
        public String toString() {
            return "The machine was too busy: since this test class began, a timer came %d ms late, and %d ms of work took %d ms."
                    .formatted(millis(timer), millis(WORK), millis(work));
        }

        private static long millis(long nanos) {
            return TimeUnit.NANOSECONDS.toMillis(nanos);
        }
    }

    Late since(long nanos) {
        synchronized (samples) {
            long timer = 0;
            long work = 0;
            for (Sample sample : samples) {
                if (sample.at() >= nanos) {
                    timer = Math.max(timer, sample.timer());
                    work = Math.max(work, sample.work());
                }
            }
            return new Late(timer, work);
        }
    }

    private void watch() {
        try {
            while (true) {
                add(sample());
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private Sample sample() throws InterruptedException {
        long start = System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(PAUSE);
        long awake = System.nanoTime();
        long before = threads.getCurrentThreadCpuTime();
        long now = before;
        while (now < before + WORK && before >= 0) {
            now = threads.getCurrentThreadCpuTime();
        }
        long done = System.nanoTime();
        return new Sample(done, Math.max(0, awake - start - PAUSE), done - awake);
    }

    void add(Sample sample) {
        synchronized (samples) {
            samples.add(sample);
            if (samples.size() > MOST) {
                samples.poll();
            }
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
