package dev.samekey.steps.drive.fault;

import java.util.stream.Stream;

/** What can happen to one exchange on its way, in the words of a step. */
public enum Fault {
    /** The target acts, then the connection is reset. */
    ANSWER_LOST("response is lost"),
    /** The target acts, and its answer breaks off before the length that it announces. */
    ANSWER_TRUNCATED("response is truncated"),
    /** The target acts, and a gateway answers 502 in its place. */
    BAD_GATEWAY("response is replaced by a bad gateway"),
    /** The target acts, and a gateway answers 504 in its place. */
    GATEWAY_TIMEOUT("response is replaced by a gateway timeout"),
    /** The target acts, and the caller has given up before the answer comes. */
    ANSWER_TOO_LATE("response arrives too late"),
    /** The connection is reset before anything reaches the target. */
    REQUEST_LOST("request is lost");

    private final String words;

    Fault(String words) {
        this.words = words;
    }

    /**
     * The fault of these words, such as {@code response is truncated}.
     *
     * @throws IllegalArgumentException when no fault is called so
     */
    public static Fault of(String words) {
        return Stream.of(values())
                .filter(fault -> fault.words.equals(words))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no fault is called «" + words + "»"));
    }

    @Override
    public String toString() {
        return words;
    }
}
