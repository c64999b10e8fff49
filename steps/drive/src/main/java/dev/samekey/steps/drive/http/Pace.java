package dev.samekey.steps.drive.http;

import dev.samekey.oracles.wait.Await;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How many requests a run may send, how many in a second, and how many at once. Requests that race leave together: they
 * wait for a turn of their own, and what comes after them waits the longer.
 */
public final class Pace {
    private static final int UNBOUND = 1_000_000;

    /** Whoever waits longer for others to be answered waits for something that will not come. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** A target that asks for more has said that it does not want to be judged now. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private static final Duration MOST_PAUSES = Duration.ofMinutes(2);

    private static final Duration SETTLING = Duration.ofSeconds(2);
    private static final double FIRST_BOUND = 32;
    private static final double LEAST = 4;

    private int budget;
    private final int atOnce;
    private final Semaphore underWay;
    private final Object lock = new Object();
    private @Nullable Double perSecond;
    private Duration paused = Duration.ZERO;
    private boolean slowed;
    private boolean ended;
    private int taken;
    private long settled = System.nanoTime();
    private long next = System.nanoTime();

    /**
     * A pace.
     *
     * @param budget how many requests in the whole run
     * @param perSecond how many in a second; null where the machine is the limit
     * @param atOnce how many may be under way together
     */
    public Pace(int budget, @Nullable Double perSecond, int atOnce) {
        this.budget = budget;
        this.perSecond = perSecond;
        this.atOnce = atOnce;
        this.underWay = new Semaphore(atOnce, true);
    }

    public static Pace unbound() {
        return new Pace(Integer.MAX_VALUE, null, UNBOUND);
    }

    /**
     * Waits until so many may leave together.
     *
     * @throws Judgement when the budget does not reach for them, or so many may never be under way together
     * @throws Interrupted when the thread is interrupted before they may leave
     */
    void take(int count) {
        if (count > atOnce) {
            throw Judgement.inconclusive(count
                    + " requests are to be under way together, and limits.connections allows " + atOnce + " only");
        }
        long turn = turn(count);
        Await.pause("the turn to send", Duration.ofNanos(Math.max(0, turn - System.nanoTime())));
        try {
            if (!underWay.tryAcquire(count, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw Judgement.inconclusive("for " + PATIENCE.toSeconds()
                        + " s there was no leave for one more request under way (limits.connections: " + atOnce + ")");
            }
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("leave to send", interrupted);
        }
    }

    /** Lets so many more leave than the run may send. */
    void allow(int more) {
        synchronized (lock) {
            budget = (int) Math.min(Integer.MAX_VALUE, (long) budget + more);
        }
    }

    /** Lets nothing more leave, for the run is ended from outside. */
    public void end() {
        synchronized (lock) {
            ended = true;
            budget = taken;
        }
    }

    /** Whether the run was ended from outside: what was under way then says nothing of the target. */
    public boolean ended() {
        synchronized (lock) {
            return ended;
        }
    }

    void giveBack(int count) {
        underWay.release(count);
    }

    private long turn(int count) {
        synchronized (lock) {
            if (count > budget - taken && ended) {
                throw Judgement.notChecked("the run was ended before this was judged");
            }
            if (count > budget - taken) {
                throw Judgement.inconclusive(
                        "the budget of " + budget + " requests is used up (limits.requests), so this was not judged");
            }
            taken += count;
            long turn = Math.max(next, System.nanoTime());
            next = turn + (perSecond == null ? 0 : (long) (count * TimeUnit.SECONDS.toNanos(1) / perSecond));
            return turn;
        }
    }

    /**
     * Takes the word of a target that wants less: half the rate from here on, though not below four a second, and a pause first.
     *
     * @param pause what it asked for; it is kept to up to 30 s at a time and two minutes in all
     * @return what was done, in words
     */
    public String slowDown(Duration pause) {
        synchronized (lock) {
            slowed = true;
            if (System.nanoTime() > settled) {
                perSecond = perSecond == null ? FIRST_BOUND : Math.max(LEAST, perSecond / 2);
            }
            // Scenarios that run side by side tell of the same limit.
            settled = System.nanoTime() + pause.toNanos() + SETTLING.toNanos();
            String rate = "the harness sends no more than " + Math.round(perSecond == null ? LEAST : perSecond)
                    + " requests a second from here on";
            if (pause.compareTo(LONGEST_PAUSE) > 0 || paused.plus(pause).compareTo(MOST_PAUSES) > 0) {
                return rate + ", and does not wait for so long";
            }
            paused = paused.plus(pause);
            next = Math.max(next, System.nanoTime() + pause.toNanos());
            return rate;
        }
    }

    /** Whether the target has asked for less. */
    public boolean slowed() {
        synchronized (lock) {
            return slowed;
        }
    }
}
