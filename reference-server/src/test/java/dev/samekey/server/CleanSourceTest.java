package dev.samekey.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CleanSourceTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/samekey/server");

    @Test
    void the_clean_code_never_mentions_a_defect() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<Path> mentioning = files.filter(Files::isRegularFile)
                    .filter(file -> read(file).toLowerCase(Locale.ROOT).contains("defect"))
                    .toList();
            assertThat(mentioning).isEmpty();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }
}
