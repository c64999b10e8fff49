package dev.samekey.steps.judge.cucumber;

import io.cucumber.core.resource.Resource;
import io.cucumber.core.resource.ResourceScanner;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A feature as it is written. */
public record FeatureText(URI uri, String text) {
    /** The features in a folder on the class path and in all folders below it. */
    public static List<FeatureText> below(String folder, Supplier<ClassLoader> loader) {
        return new ResourceScanner<>(loader, path -> path.toString().endsWith(".feature"), FeatureText::read)
                .scanForResourcesUri(URI.create("classpath:" + folder)).stream()
                        .sorted(Comparator.comparing(FeatureText::uri))
                        .toList();
    }

    private static Optional<FeatureText> read(Resource resource) {
        try (InputStream in = resource.getInputStream()) {
            return Optional.of(
                    new FeatureText(resource.getUri(), new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Resource resource() {
        return new Resource() {
            @Override
            public URI getUri() {
                return uri;
            }

            @Override
            public InputStream getInputStream() {
                return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
            }
        };
    }
}
