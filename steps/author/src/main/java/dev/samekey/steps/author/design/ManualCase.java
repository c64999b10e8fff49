package dev.samekey.steps.author.design;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A case about what no tool can see from here.
 *
 * @param title with {@code <operation>} in it, as in the other texts
 * @param roles of the operations that it is for
 * @param stakes high where it is for those of high stakes only
 * @param why no tool can see it
 */
record ManualCase(
        @JsonProperty(required = true) String id,
        @JsonProperty(required = true) String clause,
        @JsonProperty(required = true) String title,
        @JsonProperty(required = true) List<Role> roles,
        Operation.@Nullable Stakes stakes,
        @JsonProperty(required = true) List<String> preconditions,
        @JsonProperty(required = true) List<String> steps,
        @JsonProperty(required = true) List<String> expected,
        @JsonProperty(required = true) String oracle,
        @JsonProperty(required = true) String why) {
    private record All(@JsonProperty(required = true) List<ManualCase> cases) {}

    /** Those that are shipped with the features. */
    static List<ManualCase> shipped() {
        return ContractFile.yaml("manual-cases.yaml").as(All.class).cases();
    }

    boolean isFor(Operation operation) {
        return roles.contains(operation.role()) && (stakes == null || stakes == operation.stakes());
    }
}
