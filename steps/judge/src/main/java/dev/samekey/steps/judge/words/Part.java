package dev.samekey.steps.judge.words;

/** A part of a response. */
public enum Part implements Word {
    STATUS("status"),
    BODY("body"),
    METADATA("metadata");

    private final String words;

    Part(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
