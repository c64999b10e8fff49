package dev.samekey.steps.model.contract;

import java.time.Duration;

/**
 * The bounds of one delay: from the end of an attempt to the start of the next.
 *
 * @param least as short as the delay may be
 * @param most as long as it may be
 * @param isCutBelow whether a shorter choice becomes the least, so that many delays are the least
 * @param isCutAbove whether a longer choice becomes the most, so that many delays are the most
 */
public record Envelope(Duration least, Duration most, boolean isCutBelow, boolean isCutAbove) {
    public Envelope {
        if (least.isNegative() || least.compareTo(most) > 0) {
            throw new IllegalArgumentException("a delay cannot be from " + least + " to " + most);
        }
    }

    /** Bounds between which the client chooses. */
    public Envelope(Duration least, Duration most) {
        this(least, most, false, false);
    }

    /** How far apart the bounds are. Zero where the delay is fixed. */
    public Duration width() {
        return most.minus(least);
    }

    /** Such as {@code 100 to 200 ms}. */
    @Override
    public String toString() {
        return least.equals(most) ? most.toMillis() + " ms" : least.toMillis() + " to " + most.toMillis() + " ms";
    }
}
