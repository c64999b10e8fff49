package dev.samekey.server.idempotency;

import java.time.Duration;

/**
 * Lets a duplicate wait for the first request instead of refusing it. Looking again is asking again: so it also goes on
 * where the first one gave its claim back. The wait is bounded (CON-8); who has waited in vain is refused.
 */
public final class WaitingGuard implements Guard {
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 200;

    private final Guard guard;
    private final Duration atMost;

    /** A guard that asks another again while a request is in progress, for so long at most. */
    public WaitingGuard(Guard guard, Duration atMost) {
        this.guard = guard;
        this.atMost = atMost;
    }

    @Override
    public Decision run(KeyedRequest request, Operation operation) {
        long started = System.nanoTime();
        long pause = FIRST_PAUSE_MILLIS;
        Decision decision = guard.run(request, operation);
        while (decision.outcome() == Outcome.IN_PROGRESS && leftSince(started) > 0 && sleep(pause, started)) {
            decision = guard.run(request, operation);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
        return decision;
    }

    private boolean sleep(long pauseMillis, long started) {
        try {
            Thread.sleep(Math.min(pauseMillis, leftSince(started)));
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private long leftSince(long started) {
        return atMost.minusNanos(System.nanoTime() - started).toMillis();
    }
}
