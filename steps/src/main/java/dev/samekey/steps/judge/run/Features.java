package dev.samekey.steps.judge.run;

import io.cucumber.core.feature.FeatureParser;
import io.cucumber.core.gherkin.Feature;
import io.cucumber.core.resource.Resource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** The features that are shipped, in the order of the contract. */
public final class Features {
    /** Their names, without the ending. */
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

    /** The file of the one that asks for a broker, which many an API has no use for. */
    public static final String OF_A_BROKER = "broker.feature";

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

    /** All of them, with the Examples filled for a target. */
    static List<Feature> filled(Outlines outlines) {
        return SHIPPED.stream()
                .flatMap(name ->
                        parsed(URI.create("classpath:samekey/" + name + ".feature"), outlines.fill(text(name)))
                                .stream())
                .toList();
    }

    static Optional<Feature> parsed(URI uri, String text) {
        return new FeatureParser(UUID::randomUUID).parseResource(new Text(uri, text));
    }

    private record Text(URI uri, String text) implements Resource {
        @Override
        public URI getUri() {
            return uri;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
