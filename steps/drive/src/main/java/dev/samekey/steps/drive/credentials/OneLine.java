package dev.samekey.steps.drive.credentials;

import dev.samekey.oracles.wait.Interrupted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command that prints one line and ends. No shell reads it. It is killed, with all that it has started, when it takes too
 * long.
 *
 * @param what it is for, such as {@code the token command}
 * @param folder where it runs
 * @param limit for one run of it
 */
record OneLine(String what, List<String> command, Path folder, Duration limit) {
    private static final long MOST_BYTES = 64 * 1024;

    /** @throws NoCredentials when it fails, or prints anything but one line */
    String printed(String input) {
        try {
            Path in = Files.createTempFile("samekey", ".in");
            Path out = Files.createTempFile("samekey", ".out");
            try {
                Files.writeString(in, input);
                return line(run(in, out));
            } finally {
                Files.delete(in);
                Files.delete(out);
            }
        } catch (IOException failure) {
            throw new NoCredentials(what + " «" + command.get(0) + "» cannot be run: " + failure.getMessage());
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor(what, interrupted);
        }
    }

    /** Its output goes to a file, so that it is never blocked by a reader. What it complains of may have a secret in it. */
    private String run(Path in, Path out) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new NoCredentials(what + " «" + command.get(0) + "» did not end within " + limit.toMillis()
                        + " ms («limits.answer»)");
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new NoCredentials(what + " «" + command.get(0) + "» ended with " + process.exitValue()
                    + ": run it by hand to see why");
        }
        if (Files.size(out) > MOST_BYTES) {
            throw new NoCredentials(what + " «" + command.get(0) + "» printed more than " + MOST_BYTES + " bytes");
        }
        return new String(Files.readAllBytes(out), StandardCharsets.UTF_8);
    }

    private String line(String printed) {
        List<String> lines = printed.strip().lines().toList();
        if (lines.size() != 1 || lines.get(0).isEmpty()) {
            throw new NoCredentials(
                    what + " «" + command.get(0) + "» printed " + lines.size() + " lines; it should print one");
        }
        return lines.get(0);
    }
}
