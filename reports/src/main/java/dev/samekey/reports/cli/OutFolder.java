package dev.samekey.reports.cli;

import dev.samekey.steps.drive.process.CannotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folder of the reports. What an earlier run left in it is taken away, and nothing else. */
final class OutFolder {
    private static final String INSTANCES = "instances";

    /** All that a run writes. */
    private static final List<String> OURS = List.of(
            "evidence",
            "allure-results",
            "verdict.json",
            "contract-matrix.html",
            "contract-matrix.md",
            "junit.xml",
            "target.log",
            "reference-server.log",
            INSTANCES);

    private OutFolder() {}

    /** Where another instance of the target than the first has what it writes. */
    static Path instance(Path out, int number) {
        return out.resolve(INSTANCES).resolve(String.valueOf(number));
    }

    static void prepare(Path out) {
        try {
            Files.createDirectories(out);
            clear(out);
        } catch (IOException failure) {
            throw new CannotRun("cannot write to the folder " + out + ": " + failure.getMessage());
        }
    }

    /** Takes away what a run wrote, and the folder, which must have been its own. */
    static void remove(Path out) {
        try {
            clear(out);
            Files.delete(out);
        } catch (IOException failure) {
            throw new CannotRun("cannot take away the folder " + out + ": " + failure.getMessage());
        }
    }

    private static void clear(Path out) throws IOException {
        for (String name : OURS) {
            delete(out.resolve(name));
        }
    }

    private static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }
}
