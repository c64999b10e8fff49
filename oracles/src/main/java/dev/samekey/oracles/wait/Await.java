package dev.samekey.oracles.wait;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits. Each wait has a limit and a reason, and an interruption ends it with {@link Interrupted}. */
public final class Await {
    private Await() {}

    /**
     * How a wait ended.
     *
     * @param value the last that was seen
     * @param reached whether it is what was waited for; otherwise the limit has passed
     */
    public record Outcome<T>(T value, boolean reached) {}

    /**
     * Looks until it sees what is wanted, or the limit has passed. It looks at least once, and once more at the limit.
     *
     * @param what is waited for, for the message of an interruption
     * @param pause between two looks
     * @throws Interrupted when the thread is interrupted in a pause
     */
    public static <T> Outcome<T> until(
            String what, Duration limit, Duration pause, Supplier<T> look, Predicate<? super T> wanted) {
        return until(what, limit, (T unused) -> pause, look, wanted);
    }

    /** The same, where what was seen says how long to pause before the next look. */
    public static <T> Outcome<T> until(
            String what,
            Duration limit,
            Function<? super T, Duration> pause,
            Supplier<T> look,
            Predicate<? super T> wanted) {
        long end = System.nanoTime() + limit.toNanos();
        T value = look.get();
        boolean reached = wanted.test(value);
        for (long left = end - System.nanoTime(); !reached && left > 0; left = end - System.nanoTime()) {
            sleep(what, Math.min(left, pause.apply(value).toNanos()));
            value = look.get();
            reached = wanted.test(value);
        }
        return new Outcome<>(value, reached);
    }

    /** The same of a condition: whether it was true before the limit had passed. */
    public static boolean until(String what, Duration limit, Duration pause, BooleanSupplier condition) {
        return until(what, limit, pause, condition::getAsBoolean, reached -> reached)
                .reached();
    }

    /**
     * Waits for some time.
     *
     * @param what the time is for, for the message of an interruption
     * @throws Interrupted when the thread is interrupted
     */
    public static void pause(String what, Duration time) {
        sleep(what, time.toNanos());
    }

    private static void sleep(String what, long nanos) {
        long end = System.nanoTime() + nanos;
        try {
            // A sleep may end a little too soon.
            for (long left = nanos; left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.sleep(left);
            }
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor(what, interrupted);
        }
    }
}
