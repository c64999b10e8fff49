package dev.samekey.steps.judge.words;

/** What each refusal must say. */
public enum RefusalProperty implements Word {
    WHEN_TO_RETRY("says when to retry"),
    CODE("has a code in the form of the contract"),
    FITTING_STATUS("has a status that fits its code");

    private final String words;

    RefusalProperty(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
