package dev.samekey.oracles.log;

import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.wait.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A command that prints the log and ends, such as {@code kubectl logs deploy/api --since=10m}. No shell reads it. It is
 * run anew whenever lines are looked for, and killed when it takes longer, or prints more, than it may.
 */
public final class LogCommand implements LogSource {
    private static final long MOST_BYTES = 64L * 1024 * 1024;
    private static final int MOST_OF_AN_ERROR = 500;
    private static final Duration LOOK = Duration.ofMillis(10);

    private final List<String> command;
    private final Path folder;
    private final Duration limit;
    private final long most;

    /**
     * @param folder where the command runs
     * @param limit for one run of it
     */
    public LogCommand(List<String> command, Path folder, Duration limit) {
        this(command, folder, limit, MOST_BYTES);
    }

    /** @param most how many bytes one run may print */
    LogCommand(List<String> command, Path folder, Duration limit, long most) {
        this.command = List.copyOf(command);
        this.folder = folder;
        this.limit = limit;
        this.most = most;
    }

    @Override
    public String name() {
        return "command «" + String.join(" ", command) + "»";
    }

    @Override
    public void check() {
        var unused = printed();
    }

    @Override
    public List<String> lines(String text) {
        return List.of(printed().split("\n", -1));
    }

    @Override
    public Duration pause() {
        return Duration.ofMillis(500);
    }

    /** Its output goes to files, so that it is never blocked by a reader. */
    private String printed() {
        Path out = file();
        Path errors = file();
        try {
            return printed(out, errors);
        } catch (IOException failure) {
            throw new OracleSilent("the log's " + name() + " cannot be run", failure);
        } finally {
            delete(out);
            delete(errors);
        }
    }

    private String printed(Path out, Path errors) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            process.getOutputStream().close();
            await(process, out);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new OracleSilent("the log's " + name() + " ended with " + process.exitValue() + ": "
                    + start(Files.readString(errors, StandardCharsets.UTF_8)));
        }
        return new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
    }

    private void await(Process process, Path out) {
        if (!Await.until("the log's " + name(), limit, LOOK, () -> hasEnded(process, out))) {
            throw new OracleSilent("the log's " + name() + " did not end within " + limit.toMillis()
                    + " ms («oracles.log.within»); it must print what is there and end, so it may not follow the log");
        }
    }

    private boolean hasEnded(Process process, Path out) {
        boolean ended = !process.isAlive();
        if (out.toFile().length() > most) {
            throw new OracleSilent("the log's " + name() + " printed more than " + most
                    + " bytes: let it print less, such as with --since");
        }
        return ended;
    }

    private static String start(String text) {
        return text.strip().substring(0, Math.min(MOST_OF_AN_ERROR, text.strip().length()));
    }

    private static Path file() {
        try {
            return Files.createTempFile("samekey", ".log");
        } catch (IOException failure) {
            throw new OracleSilent("there is no place for what the log's command prints", failure);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new OracleSilent("what the log's command printed cannot be removed", failure);
        }
    }
}
