package dev.samekey.reports.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryTest {
    private static final long LIMIT_IN_MINUTES = 5;
    private static final long EVIDENCE = 180L << 20;
    private static final long MOST_OF_A_PAGE = 2L << 20;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_report_of_200_MB_of_evidence_is_written_with_48_MB_of_memory() throws Exception {
        Path said = folder.resolve("output.txt");
        Path report = folder.resolve("report");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx48m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManyScenarios.class.getName(),
                        report.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_IN_MINUTES, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(said)).isZero();
        } finally {
            process.destroyForcibly();
        }
        assertThat(size(report)).isGreaterThan(EVIDENCE);
        assertThat(Files.size(report.resolve("contract-matrix.html")))
                .as("the page is to be read")
                .isLessThan(MOST_OF_A_PAGE);
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }
}
