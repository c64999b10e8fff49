package dev.samekey.oracles.evidence;

/** The text of a piece of evidence, in memory or in a file. */
public interface Text {
    /** The whole of it. */
    String read();

    /** One that is in memory. */
    static Text of(String text) {
        return new InMemory(text);
    }

    /** Two of them are equal where their texts are. */
    record InMemory(String read) implements Text {}
}
