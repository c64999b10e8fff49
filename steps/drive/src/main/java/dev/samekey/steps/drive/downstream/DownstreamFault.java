package dev.samekey.steps.drive.downstream;

import java.util.stream.Stream;

/** What a counterpart does to a call instead of a prompt and true response. */
public enum DownstreamFault {
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

    DownstreamFault(String words) {
        this.words = words;
    }

    /**
     * The fault of these words, such as {@code loses its response}.
     *
     * @throws IllegalArgumentException when none is called so
     */
    public static DownstreamFault of(String words) {
        return Stream.of(values())
                .filter(fault -> fault.words.equals(words))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no fault is called «" + words + "»"));
    }

    /** Whether the counterpart does what the call asks for. */
    boolean acts() {
        return this != DOWN && this != HANGS_UP;
    }

    @Override
    public String toString() {
        return words;
    }
}
