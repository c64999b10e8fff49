package dev.samekey.steps.judge.words;

/** What comes between a request and its response. */
public enum Interruption implements Word {
    CRASH("a crash"),
    LOST_CONNECTION("the loss of its connection");

    private final String words;

    Interruption(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
