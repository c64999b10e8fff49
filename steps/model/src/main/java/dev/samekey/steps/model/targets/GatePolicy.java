package dev.samekey.steps.model.targets;

import dev.samekey.steps.model.contract.Level;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What stops a pipeline.
 *
 * @param levels a clause of these fails the run when it is broken; {@code must} where nothing is said
 * @param inconclusive what becomes of a run that left a clause of these inconclusive; unknown where nothing is said
 * @param notChecked the same where a clause of these could not be checked; it passes where nothing is said
 * @param notReached the same where the time of the run was used up before a clause of these was judged whole; unknown where nothing
 *     is said, and as {@code notChecked} where that fails
 * @param baseline the file that lists the known breaks, from the folder of the target file
 */
public record GatePolicy(
        Set<Level> levels,
        Decision inconclusive,
        Decision notChecked,
        Decision notReached,
        @Nullable String baseline) {
    static final GatePolicy DEFAULT =
            new GatePolicy(Set.of(Level.MUST), Decision.UNKNOWN, Decision.PASSES, Decision.UNKNOWN, null);

    /** What the file leaves out is null until here. */
    public GatePolicy {
        levels = levels == null ? DEFAULT.levels() : Set.copyOf(levels);
        inconclusive = inconclusive == null ? DEFAULT.inconclusive() : inconclusive;
        notChecked = notChecked == null ? DEFAULT.notChecked() : notChecked;
        notReached =
                notReached == null ? (notChecked == Decision.FAILS ? notChecked : DEFAULT.notReached()) : notReached;
    }

    /** What becomes of a run. */
    public enum Decision {
        PASSES,
        FAILS,
        /** Nobody can say whether it passes: exit code 2. */
        UNKNOWN
    }
}
