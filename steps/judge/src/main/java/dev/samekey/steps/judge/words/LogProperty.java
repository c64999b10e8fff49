package dev.samekey.steps.judge.words;

/** What the log must be like. */
public enum LogProperty implements Word {
    LINE_PER_REQUEST("has one complete line for each request"),
    LINE_PER_DELIVERY("has one complete line for each delivery"),
    OUTCOMES("names the outcome of each request"),
    NO_SECRET("contains no secret");

    private final String words;

    LogProperty(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
