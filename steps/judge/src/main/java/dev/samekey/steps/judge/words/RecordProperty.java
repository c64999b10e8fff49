package dev.samekey.steps.judge.words;

/** What the record of a key must be like. */
public enum RecordProperty implements Word {
    DIGEST("has a digest as its fingerprint"),
    RECOVERABLE("has what recovery needs"),
    EXPIRY("expires when the contract says"),
    UNIQUE("is protected by a unique constraint"),
    UNCHANGED("is completed and unchanged"),
    KEPT("still exists"),
    GONE("is gone");

    private final String words;

    RecordProperty(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
