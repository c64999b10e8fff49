package dev.samekey.reports.bundled;

import dev.samekey.oracles.evidence.Failures;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.FileTree;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The jar of the reference server, unpacked, and an archive of the classes that a start needs. A run starts the server and the
 * client many times; the archive (class data sharing) halves the processor time of a start. A start without it is only slower.
 */
final class BundledJar implements AutoCloseable {
    private static final String JAR = "/samekey/reference-server.jar";
    private static final int END_SECONDS = 10;
    /** What stands before the reason why an option is refused. */
    private static final Pattern REFUSED = Pattern.compile("^Invalid value for option '(--[a-z]+)': ");

    private final Path jar;
    private final Path archive;
    private @Nullable Process recording;

    private BundledJar(Path jar) {
        this.jar = jar;
        this.archive = jar.resolveSibling("classes.jsa");
        // Where the process is ended nobody closes this; what was named last goes first.
        for (Path path : List.of(folder(), archive, partial(), jar)) {
            path.toFile().deleteOnExit();
        }
    }

    static BundledJar unpack() throws IOException {
        try (InputStream in = BundledJar.class.getResourceAsStream(JAR)) {
            if (in == null) {
                throw new CannotRun("the bundled server is not here: name a target file of yours, or add the artifact"
                        + " samekey-reports with the classifier bundled-server. In Samekey's own build, run «mvn package»"
                        + " first");
            }
            Path jar = Files.createTempDirectory("samekey").resolve("reference-server.jar");
            Files.copy(in, jar, StandardCopyOption.REPLACE_EXISTING);
            return new BundledJar(jar);
        }
    }

    /** An empty folder that goes when the jar does. */
    Path newFolder() throws IOException {
        return Files.createTempDirectory(folder(), "kept");
    }

    Path path() {
        return jar;
    }

    /** The archive, which need not exist yet. */
    Path archive() {
        return archive;
    }

    List<String> command(String... arguments) {
        return command("-XX:SharedArchiveFile=" + archive, List.of(arguments));
    }

    /**
     * Asks a command of the jar for its help: it reads its other arguments too, and does nothing.
     *
     * @throws CannotRun when it does not take them, with what it says of them
     */
    void mustTake(String command, List<String> arguments) {
        List<String> asked = new ArrayList<>(List.of(command));
        asked.addAll(arguments);
        asked.add("--help");
        try {
            Process process = new ProcessBuilder(command(asked.toArray(String[]::new)))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(BundledServer.START_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new CannotRun("the reference server did not say within " + BundledServer.START_SECONDS
                        + " s whether it takes " + String.join(" ", arguments));
            }
            if (process.exitValue() != 0) {
                try (BufferedReader said = process.errorReader(StandardCharsets.UTF_8)) {
                    throw new CannotRun(
                            REFUSED.matcher(String.valueOf(said.readLine())).replaceFirst("$1: "));
                }
            }
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("the reference server to read its arguments", interrupted);
        } catch (IOException failure) {
            throw new CannotRun("cannot ask the reference server whether it takes " + String.join(" ", arguments) + ": "
                    + Failures.words(failure));
        }
    }

    /** What a command of the jar prints. */
    List<String> lines(String command) {
        try {
            Process process = new ProcessBuilder(command(command)).start();
            try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
                return out.lines().toList();
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot ask the reference server for its " + command + ": " + failure.getMessage());
        }
    }

    /**
     * Runs the jar once beside whatever else happens, until it has written its first line, and keeps the classes that this
     * took. Only the first call counts.
     *
     * @param input what is written to its standard input
     */
    synchronized void record(Map<String, String> environment, String input, String... arguments) {
        if (recording != null) {
            return;
        }
        ProcessBuilder builder =
                new ProcessBuilder(command("-XX:ArchiveClassesAtExit=" + partial(), List.of(arguments)));
        builder.environment().putAll(environment);
        try {
            Process process =
                    builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            recording = process;
            BundledServer.inItsThread(() -> keep(process, input));
        } catch (IOException failure) {
            throw new CannotRun("cannot start the reference server: " + failure.getMessage());
        }
    }

    private void keep(Process process, String input) {
        Writer in = process.outputWriter(StandardCharsets.UTF_8);
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            in.write(input);
            in.flush();
            out.readLine();
            // It ends when its input does.
            in.close();
            out.transferTo(Writer.nullWriter());
            if (process.waitFor(END_SECONDS, TimeUnit.SECONDS) && Files.exists(partial())) {
                // Who starts meanwhile finds a whole archive or none.
                Files.move(partial(), archive, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException ended) {
            process.destroyForcibly();
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private Path partial() {
        return jar.resolveSibling("classes.part");
    }

    private Path folder() {
        return Objects.requireNonNull(jar.getParent());
    }

    /**
     * The second compiler and the larger collector cost more than they give, even where servers follow one another. On two cores
     * the JDK starts a thread for each asynchronous step of its HTTP client, unless its common pool is said to have two.
     */
    private List<String> command(String option, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xlog:disable",
                "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2",
                option,
                "-jar",
                jar.toString()));
        command.addAll(arguments);
        return command;
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    @Override
    public synchronized void close() throws IOException {
        Process process = recording;
        if (process != null) {
            process.destroyForcibly();
            try {
                process.waitFor(END_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        FileTree.remove(folder());
    }
}
