package dev.samekey.steps.judge.words;

/** What is delivered while an event waits for the next attempt of its handler. */
public enum Between implements Word {
    NOTHING("one after the other"),
    DUPLICATE("while it is delivered again"),
    OTHER_PAYLOAD("while another payload is delivered under its id");

    private final String words;

    Between(String words) {
        this.words = words;
    }

    @Override
    public String words() {
        return words;
    }
}
