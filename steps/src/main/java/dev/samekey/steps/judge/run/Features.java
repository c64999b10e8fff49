package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.ExamplesTable;
import dev.samekey.steps.judge.cucumber.Feature;
import dev.samekey.steps.judge.cucumber.FeatureText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The features that are shipped, in the order of the contract. */
public final class Features {
    /** The names of those about servers, without the ending. */
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

    /** The names of those about clients. */
    public static final List<String> CLIENTS = List.of("client", "budget");

    /** All of them. */
    static final List<String> ALL =
            Stream.concat(SHIPPED.stream(), CLIENTS.stream()).toList();

    private Features() {}

    /** The text of a feature as it is shipped. */
    public static String text(String name) {
        String resource = "/samekey/" + name + ".feature";
        try (InputStream in = Objects.requireNonNull(Features.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Those about servers, with the Examples filled. */
    static List<Feature> filled(ExamplesTable.Filler filler) {
        return filled(SHIPPED, filler);
    }

    /** Those of these names, with the Examples filled. */
    static List<Feature> filled(List<String> names, ExamplesTable.Filler filler) {
        return names.stream()
                .map(name -> new FeatureText(URI.create("classpath:samekey/" + name + ".feature"), text(name)))
                .map(text -> Feature.of(text, filler))
                .toList();
    }
}
