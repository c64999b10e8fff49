package dev.samekey.server.dialect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The dialects within the server's own jar. */
public final class ShippedDialects {
    private static final String FOLDER = "/dialects";
    private static final String ENDING = ".yaml";

    private ShippedDialects() {}

    /** Their names, in order. */
    public static List<String> names() {
        URI folder = URI.create(String.valueOf(ShippedDialects.class.getResource(FOLDER)));
        try {
            if (folder.getScheme().equals("file")) {
                return names(Path.of(folder));
            }
            try (FileSystem jar = FileSystems.newFileSystem(folder, Map.of())) {
                return names(jar.getPath(FOLDER));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString().replace(ENDING, ""))
                    .sorted()
                    .toList();
        }
    }

    /** The text of one; null where none has that name. */
    static @Nullable String text(String name) throws IOException {
        try (InputStream file = ShippedDialects.class.getResourceAsStream(FOLDER + "/" + name + ENDING)) {
            return file == null ? null : new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
