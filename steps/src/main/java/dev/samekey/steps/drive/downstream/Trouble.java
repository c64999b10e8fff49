package dev.samekey.steps.drive.downstream;

import java.util.stream.Stream;

/** What a counterpart does to a call instead of answering it at once and truly. */
public enum Trouble {
    /** It acts, and takes a second to answer. */
    SLOW("is slow"),
    /** It does not act, and answers 503. */
    DOWN("is down"),
    /** It does not act, and closes the connection without an answer. */
    HANGS_UP("hangs up"),
    /** It acts, and closes the connection without an answer. */
    ANSWER_LOST("loses its response"),
    /** It acts, and answers nothing until nobody waits for it any more. */
    ANSWER_LATE("responds too late"),
    /** It acts, and says that it did so before: it got the call twice. */
    DUPLICATE("reports a duplicate");

    private final String words;

    Trouble(String words) {
        this.words = words;
    }

    /**
     * The trouble of these words, such as {@code loses its response}.
     *
     * @throws IllegalArgumentException when none is called so
     */
    public static Trouble of(String words) {
        return Stream.of(values())
                .filter(trouble -> trouble.words.equals(words))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no trouble is called «" + words + "»"));
    }

    /** Whether the counterpart does what it was asked for. */
    boolean acts() {
        return this != DOWN && this != HANGS_UP;
    }

    @Override
    public String toString() {
        return words;
    }
}
