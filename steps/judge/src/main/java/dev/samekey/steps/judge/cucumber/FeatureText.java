package dev.samekey.steps.judge.cucumber;

import dev.samekey.steps.model.file.BadFile;
import io.cucumber.core.resource.Resource;
import io.cucumber.core.resource.ResourceScanner;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A feature as it is written.
 *
 * @param file what reports call it: the name of its file, with the folders that it is in below the one that was named
 */
public record FeatureText(URI uri, String text, String file) {
    /** A feature that is known by the name of its file alone. */
    public FeatureText(URI uri, String text) {
        this(uri, text, uri.getSchemeSpecificPart().replaceAll(".*/", ""));
    }

    /** The features in a folder on the class path and in all folders below it. */
    public static List<FeatureText> below(String folder, Supplier<ClassLoader> loader) {
        return new ResourceScanner<>(loader, path -> path.toString().endsWith(".feature"), FeatureText::read)
                .scanForResourcesUri(URI.create("classpath:" + folder)).stream()
                        .sorted(Comparator.comparing(FeatureText::uri))
                        .toList();
    }

    /**
     * The features in a folder and in all folders below it.
     *
     * @throws BadFile when there is no such folder, it has none, or one cannot be read
     */
    public static List<FeatureText> in(Path folder) {
        if (!Files.exists(folder)) {
            throw new BadFile(folder.toString(), 0, "there is no such folder: name the one that holds the features");
        }
        try (Stream<Path> files = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            List<Path> found = files.filter(file -> file.toString().endsWith(".feature") && Files.isRegularFile(file))
                    .sorted()
                    .toList();
            if (found.isEmpty()) {
                throw new BadFile(
                        folder.toString(),
                        0,
                        "there is no *.feature file in it or below it: «samekey design» writes them");
            }
            return found.stream().map(file -> of(folder, file)).toList();
        } catch (IOException | UncheckedIOException failure) {
            throw new BadFile(folder.toString(), 0, "cannot be read: " + failure.getMessage());
        }
    }

    private static FeatureText of(Path folder, Path file) {
        String name =
                folder.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
        try {
            return new FeatureText(file.toAbsolutePath().toUri(), Files.readString(file), name);
        } catch (CharacterCodingException failure) {
            throw new BadFile(file.toString(), 0, "is not UTF-8: save it so");
        } catch (IOException failure) {
            throw new BadFile(file.toString(), 0, "cannot be read: " + failure.getMessage());
        }
    }

    /** What a message calls a feature: a file by its path, as seen from the current folder where it is below that. */
    public static String name(URI feature) {
        if (!"file".equals(feature.getScheme())) {
            return feature.toString();
        }
        Path file = Path.of(feature);
        Path here = Path.of("").toAbsolutePath();
        return (file.startsWith(here) ? here.relativize(file) : file).toString();
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
