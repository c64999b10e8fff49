package dev.samekey.steps.model.contract;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Delays that grow: the n-th is {@code min(max, initial * factor^(n-1))}, before jitter.
 *
 * @param initial the first
 * @param factor by which each is longer than the one before
 * @param max as long as they get; null where they grow without end
 * @param least no delay is shorter, also after jitter; null where there is no such bound
 */
public record Exponential(
        Duration initial,
        double factor,
        @Nullable Duration max,
        @Nullable Duration least) {
    public Exponential {
        if (initial == null || initial.isZero()) {
            throw new IllegalArgumentException("initial: should be a duration such as 200ms, and more than 0");
        }
        if (!(factor >= 1 && factor <= 100)) {
            throw new IllegalArgumentException("factor: should be from 1 to 100, and is " + factor);
        }
    }

    /** The delay before a retry, without jitter. The first retry is 1. */
    Duration before(int retry) {
        double millis = initial.toMillis() * Math.pow(factor, retry - 1.0);
        return capped(millis);
    }

    /** A delay after jitter. */
    Duration raised(Duration delay) {
        return least != null && delay.compareTo(least) < 0 ? least : delay;
    }

    Duration capped(double millis) {
        double longest = max == null ? Long.MAX_VALUE / 1e6 : max.toMillis();
        return Duration.ofNanos(Math.round(Math.min(millis, longest) * 1e6));
    }
}
