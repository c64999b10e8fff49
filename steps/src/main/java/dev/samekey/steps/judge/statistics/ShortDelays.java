package dev.samekey.steps.judge.statistics;

import dev.samekey.steps.model.contract.Envelope;
import java.time.Duration;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.BinomialTest;

/** Delays that are chosen from nothing to a bound: each may be short, but not most of them. */
public final class ShortDelays {
    /** Fewer could all be short by chance. */
    public static final int LEAST = 4;

    private static final int PARTS = 10;

    /** How often a client that keeps its schedule is called too short. */
    private static final double BY_CHANCE = 1.001e-4;

    private ShortDelays() {}

    /** Below which a delay is short: every tenth is. */
    public static Duration brief(Envelope bounds) {
        return bounds.most().dividedBy(PARTS);
    }

    /** Whether so many of the delays are short that chance does not explain it. */
    public static boolean areTooMany(int shortOnes, int all) {
        double byChance = BinomialTest.withDefaults()
                .with(AlternativeHypothesis.GREATER_THAN)
                .test(all, shortOnes, 1.0 / PARTS)
                .getPValue();
        return byChance <= BY_CHANCE;
    }
}
