package dev.samekey.steps.judge.words;

/** How it ends that a request is sent until it succeeds. */
public enum Ending implements Word {
    ONCE_MORE("and once more"),
    OTHER_REPLICA("at another replica"),
    OWN_RETRY("and its own retry comes due");

    private final String words;

    Ending(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
