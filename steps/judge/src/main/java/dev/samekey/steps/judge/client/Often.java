package dev.samekey.steps.judge.client;

import dev.samekey.steps.judge.words.Word;

/** How often the service does something to each operation, before it answers as it should. */
public enum Often implements Word {
    ONCE("once", 1),
    TWICE("twice", 2),
    ALWAYS("always", Integer.MAX_VALUE);

    private final String words;
    private final int times;

    Often(String words, int times) {
        this.words = words;
        this.times = times;
    }

    @Override
    public String words() {
        return words;
    }

    /** How many attempts of an operation it is done to. */
    public int times() {
        return times;
    }
}
