package dev.samekey.steps.judge.words;

/** What a downstream service must have seen. */
public enum Conduct implements Word {
    ACTED_ONCE("acted once"),
    CALLED_ONCE("was called once"),
    ONE_KEY("got the same key in each attempt"),
    ACCEPTED("accepted it"),
    ONE_MESSAGE("got the same message in each attempt"),
    SIGNED("got a right signature of its own time with each attempt"),
    GROWING_DELAYS("got its attempts at growing intervals");

    private final String words;

    Conduct(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
