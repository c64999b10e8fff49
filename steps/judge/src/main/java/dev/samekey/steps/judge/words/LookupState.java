package dev.samekey.steps.judge.words;

/** What an operator sees of a key. */
public enum LookupState implements Word {
    COMPLETED("a completed operation with its result"),
    RUNNING("a running operation"),
    REFUSED("a refused operation");

    private final String words;

    LookupState(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
