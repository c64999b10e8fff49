package dev.samekey.steps.judge.words;

/** When a sink accepts what it is told. */
public enum Occasion implements Word {
    IN_TIME("it"),
    WHEN_STALE("it after its first signature is stale");

    private final String words;

    Occasion(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
