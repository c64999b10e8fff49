package dev.samekey.server.fire;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits that end. */
final class Waiting {
    private static final long STEP_MILLIS = 10;

    private Waiting() {}

    static void until(String what, Duration most, BooleanSupplier reached) {
        long deadline = System.nanoTime() + most.toNanos();
        while (!reached.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("waited " + most.toSeconds() + " s in vain until " + what);
            }
            pause(STEP_MILLIS);
        }
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting", interrupted);
        }
    }
}
