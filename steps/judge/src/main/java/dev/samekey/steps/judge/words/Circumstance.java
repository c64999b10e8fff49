package dev.samekey.steps.judge.words;

/** What is special about a slow operation that is in progress. */
public enum Circumstance implements Word {
    WILL_FAIL("that will fail"),
    LOST_CONNECTION("that has lost its connection"),
    EXPIRED("that is older than its lifetime"),
    NEARLY_ABANDONED("that is nearly as old as its processing timeout"),
    OTHER_REPLICA_RESTARTS("while another replica restarts"),
    OVERTAKEN("that a later one has overtaken");

    private final String words;

    Circumstance(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
