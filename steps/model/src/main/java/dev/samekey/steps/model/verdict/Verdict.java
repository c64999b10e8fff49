package dev.samekey.steps.model.verdict;

import java.util.Collection;

/**
 * The verdict of a scenario or a clause, from the best to the worst. The worst of a clause's scenarios is the clause's
 * own; {@link #NOT_APPLICABLE} counts only where nothing else does.
 */
public enum Verdict {
    /** The contract does not promise it. */
    NOT_APPLICABLE,
    /** It was seen to hold. */
    HELD,
    /** The target lacks what it takes to see it; the reason names what. */
    NOT_CHECKED,
    /** The condition was not reached: duplicates did not overlap, a fault did not fire, there was no response. */
    INCONCLUSIVE,
    /** The harness itself failed. */
    HARNESS_ERROR,
    /** It was seen to be broken, whatever else went wrong. */
    BROKEN;

    /** The worst of them; {@link #NOT_CHECKED} when there is none, for nothing was seen then. */
    public static Verdict worst(Collection<Verdict> verdicts) {
        return verdicts.stream().max(Verdict::compareTo).orElse(NOT_CHECKED);
    }

    /** Held or broken: something was seen. */
    public boolean isJudged() {
        return this == HELD || this == BROKEN;
    }
}
