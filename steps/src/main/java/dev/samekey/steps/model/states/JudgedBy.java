package dev.samekey.steps.model.states;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Scenarios of one clause.
 *
 * @param title how their titles begin; empty where all of the clause are meant
 */
public record JudgedBy(String clause, String title) {
    /** Reads {@code STO-4}, or {@code STO-4 A restart forgets no completed}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static JudgedBy of(String text) {
        String[] parts = text.strip().split(" ", 2);
        return new JudgedBy(parts[0], parts.length == 1 ? "" : parts[1].strip());
    }

    /** Whether a scenario is one of these. */
    public boolean means(String otherClause, String otherTitle) {
        return clause.equals(otherClause) && otherTitle.startsWith(title);
    }

    @JsonValue
    @Override
    public String toString() {
        return title.isEmpty() ? clause : clause + " " + title;
    }
}
