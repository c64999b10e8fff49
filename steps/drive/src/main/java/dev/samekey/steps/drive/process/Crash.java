package dev.samekey.steps.drive.process;

import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One crash of the target that several scenarios share. Each of them gets ready, and goes on when all are; then the target
 * is killed once for all of them, and started once. A scenario that ends early leaves, and nobody waits for it.
 */
public final class Crash {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int LOOK_MS = 5;
    private static final int READY = 0;
    private static final int KILLED = 1;
    private static final int STARTED = 2;

    private final Together together;
    private final Duration limit;

    /**
     * A crash that is shared.
     *
     * @param target null where the target file does not say how the target is started
     * @param scenarios how many share it; none of them may begin later than the others
     */
    public Crash(@Nullable Restart target, int scenarios) {
        this(target, scenarios, LIMIT);
    }

    /** @param limit for each wait for the others */
    Crash(@Nullable Restart target, int scenarios, Duration limit) {
        this.together = new Together(target, scenarios);
        this.limit = limit;
    }

    /** Comes back when every scenario is ready; only now may it begin what the crash is to meet. */
    public void awaitReady() {
        await(READY);
    }

    /**
     * Comes back when all who share the crash wait for it, but for those who call this or {@link #awaitAllOthers()}: what they
     * begin now, the crash meets not long after the moment that they choose.
     */
    public void awaitOthers() {
        together.choosing.incrementAndGet();
        awaitAllBut(together.choosing);
    }

    /** The same, and those wait for the crash too: what is begun now, the crash meets at the moment that is chosen. */
    public void awaitAllOthers() {
        together.choosing.incrementAndGet();
        together.last.incrementAndGet();
        awaitAllBut(together.last);
    }

    private void awaitAllBut(AtomicInteger these) {
        long end = System.nanoTime() + limit.toNanos();
        while (together.step() == KILLED && together.getUnarrivedParties() > these.get()) {
            if (System.nanoTime() - end > 0) {
                throw late();
            }
            pause();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while other scenarios got ready for a crash", interrupted);
        }
    }

    /** Begins another crash, of a scenario that shares the target with nobody. */
    public void again() {
        if (together.getRegisteredParties() > 1) {
            throw Judgement.inconclusive("other scenarios share the crash, so a second one would meet them");
        }
        together.begun = together.getPhase();
    }

    /** Comes back when the target is dead. */
    public void kill() {
        await(KILLED);
    }

    /** Comes back when the target runs again. */
    public void start() {
        await(STARTED);
    }

    /** Says that a scenario has ended. */
    public void leave() {
        if (together.getRegisteredParties() > 0) {
            together.arriveAndDeregister();
        }
    }

    /** That others are late says nothing of the target. */
    private Judgement late() {
        return Judgement.inconclusive(
                "the other scenarios that share a crash were not ready for it within " + limit.toMillis() + " ms");
    }

    private void await(int phase) {
        if (together.step() == phase) {
            arrive();
        }
        RuntimeException failure = together.failure;
        if (failure != null) {
            throw failure;
        }
    }

    private void arrive() {
        try {
            together.awaitAdvanceInterruptibly(together.arrive(), limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw late();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while other scenarios got ready for a crash", interrupted);
        }
    }

    /** Whoever comes last to a phase does for all what it is for. */
    private static final class Together extends Phaser {
        private final @Nullable Restart target;
        private final AtomicInteger choosing = new AtomicInteger();
        private final AtomicInteger last = new AtomicInteger();
        private volatile @Nullable RuntimeException failure;
        private volatile int begun;

        Together(@Nullable Restart target, int scenarios) {
            super(scenarios);
            this.target = target;
        }

        /** How far this crash has come. */
        private int step() {
            return getPhase() - begun;
        }

        @Override
        protected boolean onAdvance(int phase, int scenarios) {
            int step = phase - begun;
            try {
                if (target != null && step == KILLED && target.isRunning()) {
                    target.kill();
                }
                if (target != null && step == STARTED && !target.isRunning()) {
                    target.start();
                }
            } catch (RuntimeException failed) {
                // Told to every scenario that shares the crash.
                failure = failed;
            }
            return super.onAdvance(phase, scenarios);
        }
    }
}
