package dev.samekey.steps.judge.world;

import dev.samekey.steps.model.conditions.Combination;
import java.util.Map;

/**
 * The conditions under which scenarios run.
 *
 * @param combinations by the ids of the scenarios; what is not among them runs as usual
 */
public record Assigned(Map<String, Combination> combinations) {
    public static final Assigned NOTHING = new Assigned(Map.of());

    public Assigned {
        combinations = Map.copyOf(combinations);
    }

    Combination of(String scenario) {
        return combinations.getOrDefault(scenario, Combination.USUAL);
    }

    /** Whether a scenario runs under conditions, be they all as usual. */
    boolean has(String scenario) {
        return combinations.containsKey(scenario);
    }
}
