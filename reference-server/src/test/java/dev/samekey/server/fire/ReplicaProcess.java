package dev.samekey.server.fire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A replica in a process of its own, so that it can be killed at any moment. */
final class ReplicaProcess implements AutoCloseable {
    private static final Duration MOST = Duration.ofSeconds(60);
    private static final int HEALTH_MILLIS = 1_000;

    private final List<String> command;
    private final String url;
    private final Path output;
    private Process process;

    private ReplicaProcess(List<String> command, String url, Path output) {
        this.command = command;
        this.url = url;
        this.output = output;
        this.process = launch();
    }

    /** Starts it; it ends with whoever started it. */
    static ReplicaProcess start(List<String> java, String database, int port, Path folder) {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of("-jar", "target/reference-server.jar", "serve", "--until-stdin-closes"));
        // Short, so that what a kill leaves behind is taken over while its client still asks.
        command.addAll(List.of("--processing-timeout", "1", "--port", "" + port, "--db", database));
        command.addAll(List.of("--log", folder.resolve(port + ".log").toString()));
        String defect = System.getProperty("fire.defect");
        if (defect != null) {
            command.addAll(List.of("--defect", defect));
        }
        return new ReplicaProcess(command, "http://127.0.0.1:" + port, folder.resolve(port + ".out"));
    }

    String url() {
        return url;
    }

    /** Waits until it answers; one that gave up because its database was down is started once more. */
    void awaitReady() {
        Waiting.until(url + " was well", MOST, () -> {
            if (!process.isAlive()) {
                process = launch();
            }
            return isWell();
        });
    }

    /** SIGKILL, and at once a new process in its place. */
    void killAndStart() {
        kill();
        process = launch();
    }

    private void kill() {
        process.destroyForcibly();
        Waiting.until(url + " was dead", MOST, () -> !process.isAlive());
    }

    /** Ends it as its operator would. */
    void stop() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(MOST.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException(url + " did not stop within " + MOST.toSeconds() + " s");
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while stopping " + url, interrupted);
        }
    }

    @Override
    public void close() {
        kill();
    }

    private Process launch() {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private boolean isWell() {
        try {
            HttpURLConnection health =
                    (HttpURLConnection) URI.create(url + "/health").toURL().openConnection();
            health.setConnectTimeout(HEALTH_MILLIS);
            health.setReadTimeout(HEALTH_MILLIS);
            return health.getResponseCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }
}
