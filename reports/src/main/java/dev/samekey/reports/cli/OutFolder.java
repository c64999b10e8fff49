package dev.samekey.reports.cli;

import dev.samekey.reports.render.VerdictJson;
import dev.samekey.reports.shard.ShardReport;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The folder of the reports. A marker distinguishes it from a folder of the user, where nothing is written or removed. */
final class OutFolder {
    /** The trace of a fault of Samekey. */
    static final String TRACE = "samekey-trace.txt";

    private static final String MARKER = ".samekey-report";
    private static final String NOTE =
            "Samekey writes reports into this folder. A new report replaces the one before it;"
                    + " other files are left alone.\n";

    private static final String VERDICT = "verdict.json";
    private static final String INSTANCES = "instances";

    private static final List<String> REPORT = List.of(
            "evidence",
            "allure-results",
            VERDICT,
            ShardReport.NAME,
            "contract-matrix.html",
            "contract-matrix.md",
            "junit.xml",
            TRACE);

    /** What is written while a run goes on. */
    private static final List<String> LOGS = List.of("target.log", "reference-server.log", INSTANCES);

    private static final int MOST_NAMES = 3;

    private OutFolder() {}

    /** Where another instance of the target than the first has what it writes. */
    static Path instance(Path out, int number) {
        return out.resolve(INSTANCES).resolve(String.valueOf(number));
    }

    /** Whether Samekey made it. Earlier versions set no marker. */
    static boolean isOurs(Path folder) {
        return Files.isRegularFile(folder.resolve(MARKER)) || VerdictJson.isVerdict(folder.resolve(VERDICT));
    }

    /**
     * Changes nothing.
     *
     * @throws CannotRun when the folder holds files of the user's
     */
    static void mustBeFree(Path out) {
        if (!Files.exists(out) || isOurs(out)) {
            return;
        }
        if (!Files.isDirectory(out)) {
            throw new CannotRun(out + " is a file: name a folder with --out");
        }
        try (Stream<Path> files = Files.list(out)) {
            List<Path> theirs = files.filter(file -> !isKept(file))
                    .sorted()
                    .limit(MOST_NAMES + 1L)
                    .toList();
            if (!theirs.isEmpty()) {
                throw new CannotRun("the folder " + out + " holds files and no report of Samekey (" + names(theirs)
                        + "): name a new or an empty folder with --out. Nothing was sent or changed");
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot read the folder " + out + ": " + failure);
        }
    }

    /** No run changes these: an Allure report, restored for its history, and reports of their own that «repeat» writes. */
    private static boolean isKept(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.equals("allure-report") || (name.matches("run-\\d+") && isOurs(file));
    }

    private static String names(List<Path> files) {
        return files.stream()
                        .limit(MOST_NAMES)
                        .map(Path::getFileName)
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "))
                + (files.size() > MOST_NAMES ? ", …" : "");
    }

    /**
     * Makes the folder and marks it.
     *
     * @throws CannotRun when it holds files of the user's, or cannot be written
     */
    static void claim(Path out) {
        mustBeFree(out);
        try {
            if (!Files.isDirectory(out)) {
                Files.createDirectories(out);
            }
            Files.writeString(out.resolve(MARKER), NOTE);
        } catch (IOException failure) {
            throw new CannotRun("cannot write to the folder " + out + ": " + failure);
        }
    }

    /** Before the target is started, which writes new ones. */
    static void removeLogs(Path out) {
        remove(out, LOGS);
    }

    /** Before a new one is written. */
    static void removeReport(Path out) {
        remove(out, REPORT);
    }

    /** Removes all that Samekey wrote, and the folder where nothing else is in it. */
    static void remove(Path out) {
        removeLogs(out);
        removeReport(out);
        try (Stream<Path> left = Files.list(out)) {
            if (left.allMatch(file -> file.endsWith(MARKER))) {
                remove(out, List.of(MARKER));
                Files.delete(out);
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot remove the folder " + out + ": " + failure);
        }
    }

    private static void remove(Path out, List<String> names) {
        try {
            for (String name : names) {
                FileTree.remove(out.resolve(name));
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot remove an old report from the folder " + out + ": " + failure);
        }
    }
}
