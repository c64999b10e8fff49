package dev.samekey.steps.judge.cucumber;

import dev.samekey.steps.judge.world.Phase;
import dev.samekey.steps.model.verdict.ScenarioIdentity;
import dev.samekey.steps.model.verdict.Trait;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scenario as it runs: of an outline, one for each row.
 *
 * @param id differs from that of any other scenario
 * @param feature where its feature was read
 * @param file what reports call the file of its feature
 * @param line where it stands in the feature as it was written: its row, where it is of an outline
 * @param outline the line of the scenario or the outline itself
 * @param position its place among all scenarios of its feature; those that were made of one row have the same line
 * @param clauses the ids of clauses among its tags
 * @param tags with their {@code @}
 */
public record Scenario(
        String id,
        String name,
        URI feature,
        String file,
        int line,
        int outline,
        int position,
        List<String> clauses,
        List<String> tags,
        List<Step> steps) {
    public Scenario {
        clauses = List.copyOf(clauses);
        tags = List.copyOf(tags);
        steps = List.copyOf(steps);
    }

    /**
     * A step.
     *
     * @param keyword as it is written, such as {@code And}
     * @param line where it stands in the feature as it was written
     */
    public record Step(String keyword, String text, Phase phase, int line) {
        @Override
        public String toString() {
            return keyword + " " + text;
        }
    }

    /** The clause that it judges; a scenario that may run has one. */
    public String clause() {
        return clauses.stream().findFirst().orElse("");
    }

    /** What its result is of, with the name of its operation. */
    public ScenarioIdentity identity(@Nullable String operation) {
        return new ScenarioIdentity(name, file, line, clauses, Trait.of(tags), operation);
    }

    public boolean has(String tag) {
        return tags.contains("@" + tag);
    }
}
