package dev.samekey.steps.judge.world;

import dev.samekey.oracles.wait.Await;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Watches how late things are: now and then it waits for a moment and works for a moment, and notes how much longer both took
 * than they should; and it knows how long a response of the target takes just now. What came late by no more than that says
 * nothing of the contract: {@link Checks#timed} does not call it broken, and no wait is shorter than that. A clock that was set
 * meanwhile, and a machine that slept, count as late: {@link System#nanoTime} need not show a sleep.
 */
public final class MachineWatch implements AutoCloseable {
    private static final Duration EVERY = Duration.ofMillis(300);

    /** Longer than the turn that a scheduler gives, or a busy machine would not show. */
    private static final Duration WORK = Duration.ofMillis(4);

    /** The clock of the day counts milliseconds. */
    private static final Duration TICK = Duration.ofMillis(2);

    private static final Duration LOOK = Duration.ofMillis(50);

    /** So much longer than its limit a wait may take. */
    private static final Duration MOST_EXTRA = Duration.ofSeconds(30);

    /** Those of ten minutes. */
    private static final int MOST_SAMPLES = 2_000;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Deque<Sample> samples = new ArrayDeque<>();
    private final Thread watcher = new Thread(this::watch, "samekey-machine-watch");

    private final Supplier<Duration> usual;
    private final Supplier<Duration> quick;
    /** When the newest look should be over; while none is taken, the end of time. */
    private volatile long due = Long.MAX_VALUE;

    /** The time of the day. */
    private final InstantSource clock;
    /** Of both clocks; the watcher alone reads them again. */
    private Reading last;

    private MachineWatch(Supplier<Duration> usual, Supplier<Duration> quick, InstantSource clock) {
        this.usual = usual;
        this.quick = quick;
        this.clock = clock;
        this.last = new Reading(clock.millis(), System.nanoTime());
    }

    /** One that has begun to watch a target whose responses all take as long. */
    public static MachineWatch begin(Supplier<Duration> usual) {
        return begin(usual, usual);
    }

    /**
     * One that has begun to watch.
     *
     * @param usual how long a response takes just now
     * @param quick the same for one that is among the quickest
     */
    public static MachineWatch begin(Supplier<Duration> usual, Supplier<Duration> quick) {
        return begin(usual, quick, InstantSource.system());
    }

    static MachineWatch begin(Supplier<Duration> usual, Supplier<Duration> quick, InstantSource clock) {
        MachineWatch watch = new MachineWatch(usual, quick, clock);
        watch.watcher.setDaemon(true);
        watch.watcher.start();
        return watch;
    }

    /** One that sees nothing, and so takes nothing for late. */
    public static MachineWatch none() {
        return new MachineWatch(() -> Duration.ZERO, () -> Duration.ZERO, InstantSource.system());
    }

    /**
     * What two clocks showed at the same time.
     *
     * @param day of the day, in milliseconds
     * @param nanos of {@link System#nanoTime}
     */
    private record Reading(long day, long nanos) {
        /** By how much they have parted since then. */
        Duration apart(Reading before) {
            return Duration.ofMillis(day - before.day)
                    .minusNanos(nanos - before.nanos)
                    .abs();
        }
    }

    /** @param at when it ended */
    record Sample(long at, long late, long longer) {
        long begun() {
            return at - longer - WORK.toNanos() - late - EVERY.toNanos();
        }
    }

    /**
     * How busy the machine and the target were.
     *
     * @param timer by how much the latest timer was late
     * @param work by how much longer a moment's work took than the processor needs for it
     * @param response how long a response took
     * @param quick how long one took that is among the quickest
     */
    public record Busy(Duration timer, Duration work, Duration response, Duration quick) {
        /** Who waits for a request and its response waits for a few turns of each. */
        private static final int TURNS = 3;

        /** What nobody has looked at. */
        public static final Busy NOT_AT_ALL = new Busy(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

        /** So many turns of the target and its database serve a request. */
        private static final int TURNS_OF_A_REQUEST = 20;

        /** A server that waits for its database gives up after some seconds. */
        private static final Duration GIVES_UP = Duration.ofSeconds(5);

        /** A refusal that waits for nothing takes less than this. */
        private static final Duration WAITED = Duration.ofSeconds(1);

        /** How much later a thing may come because of the machine. */
        public Duration late() {
            return timer.plus(work).multipliedBy(TURNS);
        }

        /** The same because of the machine or the target. */
        public Duration margin() {
            return late().plus(response.multipliedBy(TURNS));
        }

        /**
         * The same for the fastest of several responses, which waited for one turn of the target. That most responses are
         * slow may be what the clause forbids: only the quick ones show how long a turn is.
         */
        public Duration marginOfTheFastest() {
            return late().plus(quick);
        }

        /** Whether the machine may be why the target could not serve a request. */
        public boolean mayExplain(Exchange unserved) {
            Duration served = timer.plus(work).multipliedBy(TURNS_OF_A_REQUEST);
            return served.compareTo(GIVES_UP) >= 0 && served.compareTo(unserved.took()) >= 0;
        }

        /**
         * The end of the scenario where the target could not serve a request, and the machine may be why. What is refused at
         * once did not wait for it.
         */
        public void requireServed(Exchange exchange) {
            boolean hasWaited = exchange.took().compareTo(WAITED) >= 0;
            boolean isOutOfService =
                    exchange.reply().filter(Answer::isOutOfService).isPresent();
            if (isOutOfService && hasWaited && mayExplain(exchange)) {
                throw tooBusy(new Fact("a response after", exchange.took().toMillis() + " ms"));
            }
        }

        /** The end of a scenario that was too late to show anything. */
        Judgement tooBusy(Fact... facts) {
            return Judgement.inconclusive("machine too busy: " + this, facts);
        }

        @Override
        public String toString() {
            return ("a timer came %d ms late, a moment's work took %d ms longer than it needs, a usual response took %d ms,"
                            + " and a quick one %d ms")
                    .formatted(timer.toMillis(), work.toMillis(), response.toMillis(), quick.toMillis());
        }
    }

    /** How busy it was since a time of {@link System#nanoTime}. */
    public Busy since(long nanos) {
        return between(nanos, System.nanoTime());
    }

    /** How busy it was from one time of {@link System#nanoTime} to another. */
    public Busy between(long from, long to) {
        synchronized (samples) {
            // The look that is taken now may be late already.
            long late = due <= to ? Math.max(0, System.nanoTime() - due) : 0;
            long longer = 0;
            for (Sample sample : samples) {
                // The one before began earlier and may have ended in time; the one after began later.
                if (sample.at() >= from - EVERY.toNanos() && sample.begun() <= to) {
                    late = Math.max(late, sample.late());
                    longer = Math.max(longer, sample.longer());
                }
            }
            return new Busy(Duration.ofNanos(late), Duration.ofNanos(longer), usual.get(), quick.get());
        }
    }

    /**
     * Waits as {@link Await#until} does, but no shorter than the margin: what is not there then is not late because the
     * machine is busy.
     *
     * @throws Judgement inconclusive where that is more than half a minute longer than the limit
     */
    public <T> Await.Outcome<T> until(
            String what, Duration limit, Duration pause, Supplier<T> look, Predicate<? super T> wanted) {
        long start = System.nanoTime();
        Await.Outcome<T> outcome = Await.until(what, limit, pause, look, wanted);
        while (!outcome.reached()) {
            Busy busy = since(start);
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            if (busy.margin().compareTo(limit.plus(MOST_EXTRA)) > 0) {
                throw busy.tooBusy(
                        new Fact("waited for", what), new Fact("not there after", waited.toMillis() + " ms"));
            }
            Duration missing = busy.margin().minus(waited);
            if (missing.isNegative() || missing.isZero()) {
                return outcome;
            }
            outcome = Await.until(what, missing, pause, look, wanted);
        }
        return outcome;
    }

    /** The same of a condition: whether it was true in time. */
    public boolean until(String what, Duration limit, Duration pause, BooleanSupplier condition) {
        return until(what, limit, pause, condition::getAsBoolean, reached -> reached)
                .reached();
    }

    /**
     * What is seen at once, or, where that is not what is wanted, as soon as the machine cannot be the reason.
     *
     * @param what is looked at
     * @throws Judgement inconclusive as {@link #until}
     */
    public <T> T see(String what, Supplier<T> look, Predicate<? super T> wanted) {
        return until(what, Duration.ZERO, LOOK, look, wanted).value();
    }

    private void watch() {
        try {
            while (true) {
                add(sample());
            }
        } catch (Interrupted ended) {
            // It is closed.
        }
    }

    private Sample sample() {
        long start = System.nanoTime();
        due = start + EVERY.plus(WORK).toNanos();
        Await.pause("the next look at the machine", EVERY);
        long awake = System.nanoTime();
        Reading now = new Reading(clock.millis(), awake);
        Duration apart = now.apart(last);
        last = now;
        long before = threads.getCurrentThreadCpuTime();
        long end = before + WORK.toNanos();
        long worked = before;
        while (worked < end && before >= 0) {
            worked = threads.getCurrentThreadCpuTime();
        }
        long done = System.nanoTime();
        long late = Math.max(awake - start - EVERY.toNanos(), apart.minus(TICK).toNanos());
        return new Sample(done, Math.max(0, late), Math.max(0, done - awake - worked + before));
    }

    void add(Sample sample) {
        synchronized (samples) {
            samples.add(sample);
            if (samples.size() > MOST_SAMPLES) {
                samples.poll();
            }
        }
    }

    @Override
    public void close() {
        watcher.interrupt();
    }
}
