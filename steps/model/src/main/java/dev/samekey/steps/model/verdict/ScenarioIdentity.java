package dev.samekey.steps.model.verdict;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which scenario was judged.
 *
 * @param line in the feature as it was written: the row, where it is of an outline
 * @param clauses the ids of the clauses that it judges
 * @param traits what the scenario says of itself
 * @param operation the operation of the target that it was about; null where it reached none
 */
public record ScenarioIdentity(
        String name,
        String feature,
        int line,
        List<String> clauses,
        Set<Trait> traits,
        @Nullable String operation) {
    /** The same scenario, judged for another clause. */
    ScenarioIdentity of(String clause) {
        return new ScenarioIdentity(name, feature, line, List.of(clause), traits, operation);
    }
}
