package dev.samekey.reports.cli;

import dev.samekey.oracles.evidence.Failures;
import dev.samekey.reports.render.EvidenceFiles;
import dev.samekey.reports.render.VerdictJson;
import dev.samekey.reports.shard.ShardReport;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of the reports, while one run has it to itself. A marker distinguishes it from a folder of the user, where nothing
 * is written or removed. The run holds a lock on the marker, which ends with the process, however it ends.
 *
 * <p>A report is written into a folder of its own inside and put in place when it is whole: until then the report of an earlier
 * run is unchanged.
 */
final class OutFolder implements AutoCloseable {
    /** The trace of a fault of Samekey. */
    static final String TRACE = "samekey-trace.txt";

    private static final String MARKER = ".samekey-report";
    private static final String NOTE =
            "Samekey writes reports into this folder. A new report replaces the one before it;"
                    + " other files are left alone.\n";
    private static final String OWNER = "The newest run here is that of process ";
    private static final Pattern PROCESS = Pattern.compile(Pattern.quote(OWNER) + "(\\d+)\\.");
    /** Beyond all that the marker holds: who may not lock it may read it. */
    private static final long LOCKED = Long.MAX_VALUE - 1;

    /** Those of this process: the system knows a lock by its process alone. */
    private static final Set<Path> CLAIMED = ConcurrentHashMap.newKeySet();

    /** Where it is, there is a report. */
    static final String VERDICT = "verdict.json";

    private static final String INSTANCES = "instances";

    /** Without the first two there is no report, so they go first and come last. */
    private static final List<String> REPORT = List.of(
            VERDICT,
            ShardReport.NAME,
            EvidenceFiles.FOLDER,
            EvidenceFiles.ARCHIVE,
            "allure-results",
            "contract-matrix.html",
            "contract-matrix.md",
            "junit.xml",
            TRACE);

    /** What is written while a run goes on. */
    private static final List<String> LOGS = List.of("target.log", "reference-server.log", INSTANCES);

    /** A report that is being written. */
    private static final String NEW = ".samekey-new";
    /** A report that is whole, and whose predecessor goes out of its way. */
    private static final String WHOLE = ".samekey-whole";
    /** A report that is whole, and whose predecessor is out of its way. */
    private static final String COMING = ".samekey-coming";
    /** The predecessor. */
    private static final String OLD = ".samekey-old";

    private static final int MOST_NAMES = 3;

    private final Path out;
    private final Path real;
    private final FileChannel marker;
    private boolean sealed;
    private boolean written;

    private OutFolder(Path out, Path real, FileChannel marker) {
        this.out = out;
        this.real = real;
        this.marker = marker;
    }

    /** What writes a report into a folder. */
    @FunctionalInterface
    interface Report {
        void write(Path folder) throws IOException;
    }

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
     * @throws CannotRun when the folder holds files of the user's, or a run goes on in it
     */
    static void mustBeFree(Path out) {
        mustHoldNoOthers(out);
        if (!Files.isRegularFile(out.resolve(MARKER))) {
            return;
        }
        try {
            Path real = out.toRealPath();
            if (!CLAIMED.add(real)) {
                throw taken(out, ProcessHandle.current().pid());
            }
            try {
                // It was free, and is so again.
                locked(out, real).close();
            } finally {
                CLAIMED.remove(real);
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot write to the folder " + out + ": " + Failures.words(failure));
        }
    }

    private static void mustHoldNoOthers(Path out) {
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
            throw new CannotRun("cannot read the folder " + out + ": " + Failures.words(failure));
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
     * Takes the folder for a run: makes and marks it, and completes what an earlier process was killed at.
     *
     * @throws CannotRun when it holds files of the user's, a run goes on in it, or it cannot be written
     */
    static OutFolder claim(Path out) {
        mustHoldNoOthers(out);
        try {
            if (!Files.isDirectory(out)) {
                Files.createDirectories(out);
            }
            Path real = out.toRealPath();
            if (!CLAIMED.add(real)) {
                throw taken(out, ProcessHandle.current().pid());
            }
            try {
                return completed(new OutFolder(out, real, marked(out, real)));
            } catch (IOException | RuntimeException failure) {
                CLAIMED.remove(real);
                throw failure;
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot write to the folder " + out + ": " + Failures.words(failure));
        }
    }

    private static OutFolder completed(OutFolder claimed) throws IOException {
        try {
            claimed.complete();
            return claimed;
        } catch (IOException | RuntimeException failure) {
            claimed.marker.close();
            throw failure;
        }
    }

    private static FileChannel marked(Path out, Path real) throws IOException {
        FileChannel marker = locked(out, real);
        try {
            String text = NOTE + OWNER + ProcessHandle.current().pid() + ".\n";
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            // Nothing else reads more than its beginning, so nothing is cut off before there is something new.
            while (bytes.hasRemaining()) {
                marker.write(bytes, bytes.position());
            }
            marker.truncate(bytes.limit());
            return marker;
        } catch (IOException failure) {
            marker.close();
            throw failure;
        }
    }

    /** @throws CannotRun when another process has locked it */
    private static FileChannel locked(Path out, Path real) throws IOException {
        FileChannel marker = FileChannel.open(
                real.resolve(MARKER), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (marker.tryLock(LOCKED, 1, false) != null) {
                return marker;
            }
        } catch (OverlappingFileLockException another) {
            marker.close();
            throw taken(out, ProcessHandle.current().pid());
        } catch (IOException failure) {
            marker.close();
            throw failure;
        }
        marker.close();
        Matcher owner = PROCESS.matcher(Files.readString(real.resolve(MARKER)));
        throw taken(out, owner.find() ? Long.valueOf(owner.group(1)) : null);
    }

    private static CannotRun taken(Path out, @Nullable Long process) {
        return new CannotRun("another run is using the folder " + out
                + (process == null ? "" : " (process " + process + ")")
                + ": wait until it has ended, or name another folder with --out. Nothing was sent or changed");
    }

    /** Completes what an earlier process was killed at; nothing where no process was, or the folder is in use. */
    static void recover(Path out) {
        if (Files.exists(out.resolve(WHOLE)) || Files.exists(out.resolve(COMING))) {
            claim(out).close();
        }
    }

    Path path() {
        return out;
    }

    /**
     * Writes a report in place of that of an earlier run, which is unchanged until the new one is whole.
     *
     * @throws IOException when it cannot be written or put in place, or the folder is sealed
     */
    void replace(Report report) throws IOException {
        Path fresh = out.resolve(NEW);
        FileTree.remove(fresh);
        try {
            Files.createDirectory(fresh);
            report.write(fresh);
            putInPlace(fresh);
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        } finally {
            FileTree.remove(fresh);
        }
    }

    private synchronized void putInPlace(Path fresh) throws IOException {
        if (sealed) {
            throw new IOException("the process ends");
        }
        // From here on the new report is there, whatever happens.
        Files.move(fresh, out.resolve(WHOLE), StandardCopyOption.ATOMIC_MOVE);
        complete();
        written = true;
    }

    /**
     * Goes on from wherever an earlier process was killed. Each step is one rename, so the name of a folder says how far it is;
     * while files of both reports are mixed there is no verdict.
     */
    private void complete() throws IOException {
        FileTree.remove(out.resolve(NEW));
        if (Files.exists(out.resolve(WHOLE))) {
            Files.createDirectories(out.resolve(OLD));
            for (String name : REPORT) {
                moveIfThere(out.resolve(name), out.resolve(OLD).resolve(name));
            }
            Files.move(out.resolve(WHOLE), out.resolve(COMING), StandardCopyOption.ATOMIC_MOVE);
        }
        if (Files.exists(out.resolve(COMING))) {
            for (int i = REPORT.size() - 1; i >= 0; i--) {
                moveIfThere(out.resolve(COMING).resolve(REPORT.get(i)), out.resolve(REPORT.get(i)));
            }
            FileTree.remove(out.resolve(COMING));
        }
        FileTree.remove(out.resolve(OLD));
    }

    private static void moveIfThere(Path from, Path to) throws IOException {
        if (Files.exists(from)) {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** One sentence on a report that could not be written: why, what is there, and what to do. */
    String unwritten(IOException failure) {
        boolean isWhole = Files.exists(out.resolve(WHOLE)) || Files.exists(out.resolve(COMING));
        return isWhole
                ? "the report could not be put in place in " + out + " (" + reason(failure)
                        + "): it is whole, and the next run into this folder puts it in place"
                : "the report could not be written to " + out + " (" + reason(failure) + "): " + left()
                        + ". Make room there, or name another folder with --out, and run again";
    }

    private static String reason(IOException failure) {
        return failure instanceof FileSystemException of && of.getReason() != null
                ? of.getReason()
                : Optional.ofNullable(failure.getMessage()).orElseGet(failure::toString);
    }

    /** From now on no report is put in place. Says what is there of this run, or of an earlier one. */
    synchronized String seal() {
        sealed = true;
        return written ? "the report in " + out + " says what was seen before" : left();
    }

    /** What is there of an earlier run. */
    String left() {
        return Files.exists(out.resolve(VERDICT)) || Files.exists(out.resolve(ShardReport.NAME))
                ? "there is no new report, and that of an earlier run is unchanged"
                : "there is no report";
    }

    /** Before the target is started, which writes new ones. */
    void removeLogs() {
        remove(out, LOGS);
    }

    /** The next run may have it. */
    @Override
    public void close() {
        try {
            marker.close();
        } catch (IOException failure) {
            throw new CannotRun("cannot leave the folder " + out + ": " + Failures.words(failure));
        } finally {
            CLAIMED.remove(real);
        }
    }

    /** Removes all that Samekey wrote, and the folder where nothing else is in it. */
    static void remove(Path out) {
        remove(out, LOGS);
        remove(out, REPORT);
        try (Stream<Path> left = Files.list(out)) {
            if (left.allMatch(file -> file.endsWith(MARKER))) {
                remove(out, List.of(MARKER));
                Files.delete(out);
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot remove the folder " + out + ": " + Failures.words(failure));
        }
    }

    private static void remove(Path out, List<String> names) {
        try {
            for (String name : names) {
                FileTree.remove(out.resolve(name));
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot remove an old report from the folder " + out + ": " + Failures.words(failure));
        }
    }
}
