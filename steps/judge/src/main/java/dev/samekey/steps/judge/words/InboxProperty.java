package dev.samekey.steps.judge.words;

/** What the inbox row of an event must be like. */
public enum InboxProperty implements Word {
    COMPLETE("says what arrived and what became of it"),
    EARLIER_THAN_EFFECT("was there before the effect"),
    FLAGGED("is flagged");

    private final String words;

    InboxProperty(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
