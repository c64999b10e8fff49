package dev.samekey.steps.model.targets;

import java.util.Locale;

/**
 * How sure a race has to be before it says that nothing slips through. A break that shows in a share of the contended
 * rounds, {@code seenIn}, is seen with the probability {@code confidence}; so many rounds are run.
 *
 * @param seenIn above 0 and below 1; 0.65 where it is not given
 * @param confidence above 0 and below 1; 0.95 where it is not given
 */
public record Confidence(Double seenIn, Double confidence) {
    static final Confidence DEFAULT = new Confidence(0.65, 0.95);

    /** How many rounds are run for one that is contended, before giving up. */
    private static final int PATIENCE = 2;

    /** What the file leaves out is null until here. */
    public Confidence {
        seenIn = seenIn == null ? DEFAULT.seenIn() : seenIn;
        confidence = confidence == null ? DEFAULT.confidence() : confidence;
    }

    /** Whether both are probabilities that a finite number of rounds can reach. */
    boolean isUsable() {
        return isOpen(seenIn) && isOpen(confidence);
    }

    /** How many contended rounds it takes: {@code (1 - seenIn)^rounds <= 1 - confidence}. */
    public int rounds() {
        return (int) Math.ceil(Math.log(1 - confidence) / Math.log(1 - seenIn));
    }

    /** After how many rounds to give up, when too few of them are contended. */
    public int mostRounds() {
        return PATIENCE * (rounds() + 1);
    }

    /** What rounds without a break say, in words. */
    public String said(int contended) {
        double share = 1 - Math.pow(1 - confidence, 1.0 / contended);
        return String.format(
                Locale.ROOT,
                "%d contended rounds: a break that shows in more than %.0f %% of such rounds"
                        + " would have been seen with a probability of %.0f %%",
                contended,
                100 * share,
                100 * confidence);
    }

    private static boolean isOpen(double share) {
        return share > 0 && share < 1;
    }
}
