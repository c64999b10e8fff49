package dev.samekey.steps.judge.cucumber;

import dev.samekey.steps.judge.world.Phase;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A scenario as it runs: of an outline, one for each row.
 *
 * @param id differs from that of any other scenario
 * @param feature where its feature was read
 * @param line where it stands in the feature as it was written: its row, where it is of an outline
 * @param outline the line of the scenario or the outline itself
 * @param position its place among all scenarios of its feature; those that were made of one row have the same line
 * @param tags with their {@code @}
 */
public record Scenario(
        String id, String name, URI feature, int line, int outline, int position, List<String> tags, List<Step> steps) {
    private static final Pattern CLAUSE = Pattern.compile("@[A-Z]+-\\d+");

    public Scenario {
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

    /** The name of the feature's file. */
    public String file() {
        return String.valueOf(Path.of(feature.getSchemeSpecificPart()).getFileName());
    }

    /** The ids of clauses among its tags. */
    public List<String> clauses() {
        return tags.stream()
                .filter(tag -> CLAUSE.matcher(tag).matches())
                .map(tag -> tag.substring(1))
                .toList();
    }

    /** The clause that it judges; a scenario that may run has one. */
    public String clause() {
        return clauses().stream().findFirst().orElse("");
    }

    public boolean has(String tag) {
        return tags.contains("@" + tag);
    }
}
