package dev.samekey.steps.judge.words;

/** Why a request must be refused. */
public enum Denial implements Word {
    MISSING_KEY("a missing key"),
    MALFORMED_KEY("a malformed key"),
    TWO_KEYS("two keys"),
    PAYLOAD_MISMATCH("a payload mismatch"),
    MISMATCH_OR_IN_PROGRESS("a payload mismatch or a request in progress"),
    RATE_LIMIT("a rate limit"),
    UNAVAILABLE("an unavailable dependency"),
    STALE("a stale condition"),
    BEYOND_WHAT_IS_LEFT("exceeding what is left"),
    NO_CREDENTIALS("missing credentials"),
    WRONG_CREDENTIALS("its credentials, and done with the right ones"),
    WRONG_SIGNATURE("a wrong signature"),
    MISSING_ID("a missing id");

    private final String words;

    Denial(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
