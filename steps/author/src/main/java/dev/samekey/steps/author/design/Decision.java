package dev.samekey.steps.author.design;

import java.util.List;

/**
 * A rule of the decision table.
 *
 * @param key none, malformed, new or known
 * @param payload same or other; {@code -} where it does not count
 * @param state the state of the key; {@code -} where it does not count
 * @param operations whose contract says so; empty where each does
 * @param response what the contract says; a sentence
 * @param clauses that say so
 * @param path the ids of the transitions that lead to it, and its own; empty where it has none
 */
public record Decision(
        String key,
        String payload,
        String state,
        List<String> operations,
        String response,
        List<String> clauses,
        List<String> path,
        Tried tried) {
    public Decision {
        path = List.copyOf(path);
        operations = List.copyOf(operations);
        clauses = List.copyOf(clauses);
    }

    /** Such as {@code known key, other payload, completed}. */
    public String name() {
        return key + " key" + (payload.equals("-") ? "" : ", " + payload + " payload")
                + (state.equals("-") ? "" : ", " + state.replace('_', ' '))
                + (operations.isEmpty() ? "" : " (" + String.join(", ", operations) + ")");
    }
}
