package dev.samekey.steps.judge.run;

import dev.samekey.oracles.evidence.Failures;
import dev.samekey.steps.judge.cucumber.Feature;
import dev.samekey.steps.judge.cucumber.FeatureText;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.Target;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Clauses, features and steps of your own, which are judged beside the shipped ones. A feature is written as ours are: each
 * scenario has the tag of one clause, of your own or a shipped one, and its Examples may name selectors and operations.
 *
 * @param folder on the class path: {@code clauses.csv}, with the columns {@code id}, {@code level}, {@code title} and
 *     {@code statement} ({@code not_judged} says why a clause has no scenario), and the {@code *.feature} files, also in folders below it
 * @param glue the package of the step definitions; they take what they need of a scenario by constructor, as ours do
 */
public record Extension(String folder, String glue) {
    private static final String CLAUSES = "clauses.csv";

    /**
     * The shipped clauses and these.
     *
     * @throws BadFile when {@code clauses.csv} is missing, cannot be read, or has an id that is not its own
     */
    public Catalogue catalogue() {
        String resource = folder + "/" + CLAUSES;
        try (InputStream in = loader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new BadFile(resource, 0, "there is no such file on the class path");
            }
            return Catalogue.shipped().with(resource, in);
        } catch (IOException failure) {
            throw new BadFile(resource, 0, "cannot be read: " + Failures.words(failure));
        }
    }

    /**
     * The ids of the clauses that its scenarios judge for a target.
     *
     * @throws BadFile when a scenario has not the tag of one clause, or a clause has neither a scenario nor a reason
     */
    public Set<String> clauses(Target target) {
        Catalogue catalogue = catalogue();
        Set<String> judged = new TreeSet<>();
        for (Feature feature : features(new Outlines(target))) {
            for (Scenario scenario : feature.scenarios()) {
                judged.add(FeatureCheck.clause(scenario, catalogue));
            }
        }
        Set<String> left = own(catalogue);
        left.removeAll(judged);
        if (!left.isEmpty()) {
            throw new BadFile(folder + "/" + CLAUSES, 0, "no scenario has the tag of " + String.join(", ", left));
        }
        return judged;
    }

    private static Set<String> own(Catalogue catalogue) {
        Catalogue shipped = Catalogue.shipped();
        return catalogue.all().stream()
                .filter(Clause::isJudged)
                .map(Clause::id)
                .filter(id -> shipped.find(id).isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Its features, with the Examples filled for a target.
     *
     * @throws BadFile when there is none, or one cannot be used
     */
    List<Feature> features(Outlines outlines) {
        List<Feature> features = FeatureText.below(folder, Extension::loader).stream()
                .map(text -> Feature.of(text, outlines))
                .toList();
        if (features.isEmpty()) {
            throw new BadFile(folder, 0, "has no *.feature file on the class path");
        }
        return features;
    }

    private static ClassLoader loader() {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        return own == null ? ClassLoader.getSystemClassLoader() : own;
    }
}
