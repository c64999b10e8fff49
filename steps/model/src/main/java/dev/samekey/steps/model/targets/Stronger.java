package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Factors of which more values at a time meet than {@code --strength} says.
 *
 * @param factors by name; {@link #SCENARIO} is one of them too
 * @param strength how many values at a time, from 2 to the number of factors
 */
public record Stronger(
        @JsonProperty(required = true) List<String> factors,
        @JsonProperty(required = true) int strength) {
    /** The scenarios of a clause are the values of one more factor. */
    public static final String SCENARIO = "scenario";

    public Stronger {
        factors = factors == null ? List.of() : List.copyOf(factors);
    }
}
