package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.ExamplesTable;
import dev.samekey.steps.judge.cucumber.Feature;
import dev.samekey.steps.judge.cucumber.FeatureText;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The features that a run takes its scenarios from.
 *
 * @param texts in the order of the contract, where they are shipped
 * @param folder the user's, which holds them; null where they are shipped
 */
public record Features(List<FeatureText> texts, @Nullable Path folder) {
    /** The names of those that are shipped about servers, without the ending. */
    public static final List<String> SHIPPED = List.of(
            "key",
            "replay",
            "mismatch",
            "concurrency",
            "scope",
            "lifetime",
            "storage",
            "reverse",
            "condition",
            "external",
            "event",
            "outbox",
            "job",
            "error",
            "observability",
            "documentation");

    /** The names of those that are shipped about clients. */
    public static final List<String> CLIENTS = List.of("client", "budget");

    /** All that are shipped. */
    static final List<String> ALL =
            Stream.concat(SHIPPED.stream(), CLIENTS.stream()).toList();

    public Features {
        texts = List.copyOf(texts);
    }

    /** Those that are shipped about servers. */
    public static Features shipped() {
        return shipped(SHIPPED);
    }

    /** Those that are shipped about clients. */
    static Features clients() {
        return shipped(CLIENTS);
    }

    private static Features shipped(List<String> names) {
        return new Features(
                names.stream()
                        .map(name -> new FeatureText(URI.create("classpath:samekey/" + name + ".feature"), text(name)))
                        .toList(),
                null);
    }

    /**
     * Those in a folder of the user's and below it.
     *
     * @throws dev.samekey.steps.model.file.BadFile when there is none, one is no Gherkin, or a scenario has not the tag of one
     *     clause
     */
    public static Features in(Path folder) {
        Features features = new Features(FeatureText.in(folder), folder);
        FeatureCheck.tags(features);
        return features;
    }

    /** The text of a feature as it is shipped. */
    public static String text(String name) {
        String resource = "/samekey/" + name + ".feature";
        try (InputStream in = Objects.requireNonNull(Features.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Without those that are shipped and about none of these clauses: a clause stands in the feature of its group. */
    Features about(Set<String> clauses) {
        if (folder != null) {
            return this;
        }
        return new Features(
                texts.stream()
                        .filter(text -> clauses.stream().anyMatch(id -> isAbout(text, id)))
                        .toList(),
                null);
    }

    /** Whether a shipped feature is that of the clause's group. */
    private static boolean isAbout(FeatureText text, String clause) {
        return text.text().contains("@" + clause.substring(0, clause.indexOf('-') + 1));
    }

    /** With the Examples filled. A tag is a clause if its letters are a group of the catalogue: others have tags like {@code @JIRA-1}. */
    List<Feature> filled(ExamplesTable.Filler filler) {
        Catalogue catalogue = Catalogue.shipped();
        return texts.stream()
                .map(text -> Feature.of(text, filler, catalogue::hasGroupOf))
                .toList();
    }

    /**
     * The ids of the clauses that their scenarios judge. The catalogue says it of those that are shipped: to parse them takes longer
     * than to judge a clause.
     */
    Set<String> clauses() {
        Stream<String> ids = folder == null
                ? Catalogue.shipped().all().stream()
                        .filter(clause -> clause.isJudged() && !clause.isDerived())
                        .map(Clause::id)
                        .filter(id -> texts.stream().anyMatch(text -> isAbout(text, id)))
                : scenarios().flatMap(scenario -> scenario.clauses().stream());
        return ids.collect(Collectors.toCollection(TreeSet::new));
    }

    /** Their scenarios, as far as they are known without a target. */
    Stream<Scenario> scenarios() {
        return filled(Outlines::seeded).stream().flatMap(feature -> feature.scenarios().stream());
    }
}
