package dev.samekey.steps.judge.words;

import dev.samekey.steps.model.file.Nearest;
import java.util.stream.Stream;

/** A word of the features that has a fixed meaning. Each kind of word is an enum, and this is the parser of them all. */
public interface Word {
    /** As a feature writes it, such as {@code without its key}. */
    String words();

    /**
     * The word of a kind that a feature has written.
     *
     * @throws IllegalArgumentException when the kind has no such word; the message names the nearest one
     */
    static <E extends Enum<E> & Word> E of(Class<E> kind, String words) {
        return Stream.of(kind.getEnumConstants())
                .filter(word -> word.words().equals(words))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("«" + words + "» is no " + kind.getSimpleName()
                        + Nearest.hint(
                                words,
                                Stream.of(kind.getEnumConstants())
                                        .map(Word::words)
                                        .toList())));
    }
}
