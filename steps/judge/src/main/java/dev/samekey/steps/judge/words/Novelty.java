package dev.samekey.steps.judge.words;

/** Under which circumstances a new request is sent beside the one under test. */
public enum Novelty implements Word {
    LEGAL_KEYS("under each kind of legal key"),
    ALIKE_KEYS("under each of two keys that differ only in case or in the last character"),
    OTHER_PRINCIPAL("by another principal under the same key"),
    OTHER_PRINCIPAL_AND_PAYLOAD("by another principal with another payload under the same key"),
    OTHER_TENANT("in another tenant under the same key"),
    OTHER_OPERATION("to another operation under the same key"),
    SAME_PAYLOAD("to another operation with the same payload under the same key"),
    OTHER_PARENT("for another parent with the same payload under the same key"),
    OTHER_SOURCE("from another source under the same id"),
    SAME_THING("under an id of its own about the same thing");

    private final String words;

    Novelty(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
