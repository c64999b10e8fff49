package dev.samekey.steps.judge.world;

import java.util.List;

/**
 * What became of the things that a run has created.
 *
 * @param done how many were taken away, or were gone already
 * @param refused how many the target did not take away
 * @param left how many were not tried, because the target did not answer any more or it took too long
 * @param reason why the first of them was refused; where none was, why the others were not tried
 */
public record Cleaned(int done, int refused, int left, String reason) {
    /** There was nothing to take away. */
    public static final Cleaned NOTHING = new Cleaned(0, 0, 0, "");

    /** Whether there was anything to take away. */
    public boolean isNothing() {
        return done + refused + left == 0;
    }

    /** What became of these and of others. */
    public Cleaned and(Cleaned other) {
        return new Cleaned(
                done + other.done,
                refused + other.refused,
                left + other.left,
                reason.isEmpty() ? other.reason : reason);
    }

    /** In one line. */
    public String described() {
        String line = "cleaned up %d of %d that the run has created".formatted(done, done + refused + left);
        return line
                + List.of(
                                refused == 0 ? "" : "; " + refused + " refused, the first: " + reason,
                                left == 0 ? "" : "; " + left + " not tried" + (refused == 0 ? ": " + reason : ""))
                        .stream()
                        .reduce("", String::concat);
    }
}
