package dev.samekey.reports.bundled;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The server's classes as its virtual machine keeps them, so that each restart takes half the time. Without the archive the
 * server starts too, only slower.
 */
final class ClassArchive {
    private static final int LIMIT_SECONDS = 60;

    private ClassArchive() {}

    static Path of(Path jar) {
        return jar.resolveSibling("classes.jsa");
    }

    private static Path log(Path jar) {
        return jar.resolveSibling("classes.log");
    }

    static void delete(Path jar) throws IOException {
        Files.deleteIfExists(of(jar));
        Files.deleteIfExists(log(jar));
    }

    /** Starts the server once, and lets it write its classes down when it ends. */
    static void write(List<String> java, Path jar, String database) throws IOException {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:ArchiveClassesAtExit=" + of(jar),
                "-jar",
                jar.toString(),
                "serve",
                "--port=0",
                "--db=" + database + (database.contains("?") ? "&" : "?") + "currentSchema=classes",
                "--log=" + log(jar),
                "--until-stdin-closes"));
        Process server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
            // It says one line when it is ready; then it is told to end.
            var unused = out.readLine();
            server.getOutputStream().close();
            if (!server.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                server.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            server.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
