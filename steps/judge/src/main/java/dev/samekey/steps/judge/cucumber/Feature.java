package dev.samekey.steps.judge.cucumber;

import dev.samekey.steps.judge.world.Phase;
import io.cucumber.core.feature.FeatureParser;
import io.cucumber.core.gherkin.Pickle;
import io.cucumber.core.gherkin.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A feature, ready to run. */
public final class Feature {
    private static final Pattern CLAUSE = Pattern.compile("@[A-Z]+-\\d+");

    private final io.cucumber.core.gherkin.Feature parsed;
    private final List<Scenario> scenarios;

    private Feature(io.cucumber.core.gherkin.Feature parsed, List<Scenario> scenarios) {
        this.parsed = parsed;
        this.scenarios = scenarios;
    }

    /**
     * Parses a feature and fills its Examples. Each tag that looks like the id of a clause is one.
     *
     * @throws dev.samekey.steps.model.file.BadFile when the text is no feature
     */
    public static Feature of(FeatureText text, ExamplesTable.Filler filler) {
        return of(text, filler, id -> true);
    }

    /**
     * The same where not each such tag is a clause: that of an issue looks like one.
     *
     * @param isClause whether a text such as {@code KEY-1} is meant as the id of a clause
     */
    public static Feature of(FeatureText text, ExamplesTable.Filler filler, Predicate<String> isClause) {
        FilledText filled = FilledText.of(text, filler);
        io.cucumber.core.gherkin.Feature parsed = new FeatureParser(UUID::randomUUID)
                .parseResource(filled.text().resource())
                .orElseThrow();
        return new Feature(
                parsed,
                parsed.getPickles().stream()
                        .map(pickle -> scenario(pickle, filled, isClause))
                        .toList());
    }

    public List<Scenario> scenarios() {
        return scenarios;
    }

    io.cucumber.core.gherkin.Feature parsed() {
        return parsed;
    }

    private static Scenario scenario(Pickle pickle, FilledText filled, Predicate<String> isClause) {
        int position = pickle.getLocation().getLine();
        return new Scenario(
                pickle.getId(),
                pickle.getName(),
                pickle.getUri(),
                filled.text().file(),
                filled.origin(position),
                filled.origin(pickle.getScenarioLocation().getLine()),
                position,
                pickle.getTags().stream()
                        .filter(tag -> CLAUSE.matcher(tag).matches())
                        .map(tag -> tag.substring(1))
                        .filter(isClause)
                        .toList(),
                pickle.getTags(),
                steps(pickle.getSteps(), filled));
    }

    private static List<Scenario.Step> steps(List<Step> steps, FilledText filled) {
        List<Scenario.Step> all = new ArrayList<>();
        Phase phase = Phase.GIVEN;
        for (Step step : steps) {
            phase = switch (step.getType()) {
                case GIVEN -> Phase.GIVEN;
                case WHEN -> Phase.WHEN;
                case THEN -> Phase.THEN;
                default -> phase;
            };
            all.add(new Scenario.Step(step.getKeyword().strip(), step.getText(), phase, filled.origin(step.getLine())));
        }
        return all;
    }
}
