package dev.samekey.steps.model.states;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Scenarios of one clause.
 *
 * @param title how their titles begin, with {@code <operation>} for the name of any; empty where all of the clause are meant
 */
public record JudgedBy(String clause, String title) {
    private static final Pattern OPERATION = Pattern.compile("<operation>");

    /** Reads {@code STO-4}, or {@code STO-4 A restart forgets no completed}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static JudgedBy of(String text) {
        String[] parts = text.strip().split(" ", 2);
        return new JudgedBy(parts[0], parts.length == 1 ? "" : parts[1].strip());
    }

    /** Whether a scenario is one of these. */
    public boolean means(String otherClause, String otherTitle) {
        return clause.equals(otherClause)
                && OPERATION
                        .splitAsStream(title)
                        .map(Pattern::quote)
                        .collect(Collectors.collectingAndThen(Collectors.joining(".+"), Pattern::compile))
                        .matcher(otherTitle)
                        .lookingAt();
    }

    @JsonValue
    @Override
    public String toString() {
        return title.isEmpty() ? clause : clause + " " + title;
    }
}
