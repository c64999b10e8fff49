package dev.samekey.steps.judge.world;

import java.util.Random;

/**
 * What the random choices of a run begin with. The same seed makes the same choices, whatever runs at the same time. Keys and
 * references are always new: the target may remember those of an earlier run.
 */
public record Seed(long value) {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /** The seed of one choice. */
    public long of(String choice) {
        long mixed = value;
        for (int i = 0; i < choice.length(); i++) {
            mixed = (mixed ^ choice.charAt(i)) * FACTOR;
            mixed ^= mixed >>> 32;
        }
        return mixed;
    }

    /** A whole number from the first to before the second. */
    public int between(String choice, int first, int end) {
        return first + new Random(of(choice)).nextInt(end - first);
    }
}
