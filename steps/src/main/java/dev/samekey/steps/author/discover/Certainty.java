package dev.samekey.steps.author.discover;

/** How sure a finding is. */
public enum Certainty {
    /** Seen twice alike. */
    SURE("sure"),
    /** Seen once, or seen alike in a way that leaves another reading open. */
    LIKELY("likely"),
    /** Seen in ways that contradict each other; nothing is said of it. */
    UNCLEAR("unclear"),
    /** Not seen; the reason says why. */
    NOT_SEEN("not seen");

    private final String words;

    Certainty(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
