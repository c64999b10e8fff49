package dev.samekey.steps.judge.client.definitions;

import dev.samekey.steps.judge.client.Mishap;
import dev.samekey.steps.judge.client.Often;
import dev.samekey.steps.judge.client.Wait;
import dev.samekey.steps.judge.words.Word;
import io.cucumber.java.ParameterType;
import java.util.Map;
import java.util.Objects;

/** The words that a step about a client may fill in. */
public final class ClientVocabulary {
    private static final Map<String, Integer> NUMBERS = Map.ofEntries(
            Map.entry("one", 1),
            Map.entry("two", 2),
            Map.entry("three", 3),
            Map.entry("five", 5),
            Map.entry("twenty", 20),
            Map.entry("twenty-one", 21),
            Map.entry("thirty", 30),
            Map.entry("fifty", 50),
            Map.entry("sixty", 60),
            Map.entry("a hundred", 100),
            Map.entry("two hundred", 200));

    /** How often. */
    @ParameterType("once|twice|always")
    public Often often(String words) {
        return Word.of(Often.class, words);
    }

    /** How an attempt fails. */
    @ParameterType("(?:a|an|no|missing) [a-z ]+")
    public Mishap mishap(String words) {
        return Word.of(Mishap.class, words);
    }

    /** How long a service asks to wait. */
    @ParameterType("(?:two|four|until|for|less|an?) [a-z ]+")
    public Wait wait(String words) {
        return Word.of(Wait.class, words);
    }

    /** How many. */
    @ParameterType("one|two|three|five|twenty|twenty-one|thirty|fifty|sixty|a hundred|two hundred")
    public Integer number(String words) {
        return Objects.requireNonNull(NUMBERS.get(words), words);
    }
}
