package dev.samekey.reports.diagnosis;

/** How sure a cause is. How often each word was right for a defect that was left out stands in {@code docs/diagnosis.md}. */
public enum Sureness {
    LIKELY("likely", 0.4),
    POSSIBLE("possible", 0.2),
    LESS_LIKELY("less likely", 0);

    private final String word;
    private final double least;

    Sureness(String word, double least) {
        this.word = word;
        this.least = least;
    }

    public String word() {
        return word;
    }

    /** @param share of a cause in the scores of all causes, 0 to 1 */
    static Sureness of(double share) {
        for (Sureness one : values()) {
            if (share >= one.least) {
                return one;
            }
        }
        return LESS_LIKELY;
    }
}
