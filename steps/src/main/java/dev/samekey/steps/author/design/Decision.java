package dev.samekey.steps.author.design;

import java.util.List;

/**
 * A rule of the decision table.
 *
 * @param key none, malformed, new or known
 * @param payload same or other; {@code -} where it does not count
 * @param state the state of the key; {@code -} where it does not count
 * @param response what the contract says; a sentence
 * @param clauses that say so
 */
public record Decision(String key, String payload, String state, String response, List<String> clauses, Tried tried) {
    public Decision {
        clauses = List.copyOf(clauses);
    }

    /** Such as {@code known key, other payload, completed}. */
    public String name() {
        return key + " key" + (payload.equals("-") ? "" : ", " + payload + " payload")
                + (state.equals("-") ? "" : ", " + state.replace('_', ' '));
    }
}
