package dev.samekey.steps.author.discover;

/** How sure a finding is. */
public enum Certainty {
    /** Seen twice alike. */
    SURE("sure"),
    /** Seen once, or seen alike in a way that leaves another reading open. */
    LIKELY("likely"),
    /** Seen in ways that contradict each other, or that no dialect has a word for; nothing is said of it. */
    OPEN("open"),
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
