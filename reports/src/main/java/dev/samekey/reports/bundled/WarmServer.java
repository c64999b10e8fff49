package dev.samekey.reports.bundled;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.model.targets.Target;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A process in which one bundled server runs after another, each with parts, ports and schema of its own, so that only the
 * first one runs on a cold virtual machine. A server in it can be killed as any other: then the process is, or the server is
 * abandoned in it, which is the same to all but the process.
 */
public final class WarmServer implements Starter, AutoCloseable {
    private static final int STOP_SECONDS = 60;
    private static final String SERVE = "serve";

    private final List<String> command;
    private final boolean abandons;
    private @Nullable Process process;

    /**
     * @param command what starts the process; it starts with the first server
     * @param abandons whether a server that is to be killed is abandoned, and its process lives on
     */
    WarmServer(List<String> command, boolean abandons) {
        this.command = command;
        this.abandons = abandons;
    }

    @Override
    public Started prepare(Target.Lifecycle lifecycle, List<URI> urls, Path folder, Path output) {
        List<String> start = lifecycle.start();
        return new Server(start.subList(start.indexOf(SERVE) + 1, start.size()));
    }

    @Override
    public void close() {
        Process running = process;
        process = null;
        if (running == null) {
            return;
        }
        running.destroyForcibly();
        try {
            if (!running.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new CannotRun("the bundled server (process " + running.pid() + ") did not end within "
                        + STOP_SECONDS + " s of being killed");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Process process() {
        Process running = process;
        if (running != null && running.isAlive()) {
            return running;
        }
        try {
            Process started = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process = started;
            return started;
        } catch (IOException failure) {
            throw new CannotRun("cannot start the bundled server: " + failure.getMessage());
        }
    }

    /** Says a line to the process, which must answer with a line that begins so. */
    private void ask(Process running, String line, String wanted) {
        try {
            BufferedWriter in = running.outputWriter(StandardCharsets.UTF_8);
            in.write(line);
            in.newLine();
            in.flush();
            BufferedReader out = running.inputReader(StandardCharsets.UTF_8);
            String answer = CompletableFuture.supplyAsync(() -> read(out), BundledServer::inItsThread)
                    .get(BundledServer.START_SECONDS, TimeUnit.SECONDS);
            if (!answer.startsWith(wanted)) {
                throw new CannotRun("the bundled server is not " + wanted + ": " + answer);
            }
        } catch (TimeoutException late) {
            close();
            throw new CannotRun(
                    "the bundled server was not " + wanted + " within " + BundledServer.START_SECONDS + " s");
        } catch (IOException | ExecutionException failure) {
            close();
            throw new CannotRun("the bundled server is not " + wanted + ": " + failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CannotRun("interrupted while the bundled server was to be " + wanted);
        }
    }

    private static String read(BufferedReader out) {
        try {
            return String.valueOf(out.readLine());
        } catch (IOException failure) {
            return failure.toString();
        }
    }

    /** One of the servers that run one after another. */
    private final class Server implements Started {
        private final List<String> options;
        private boolean running;

        Server(List<String> options) {
            this.options = options;
        }

        @Override
        public void start() {
            ask(process(), String.join("\t", options), "ready");
            running = true;
        }

        @Override
        public void kill() {
            if (!(abandons && isRunning() && isAbandoned())) {
                WarmServer.this.close();
            }
            running = false;
        }

        /** False where something of it still ran: then its process has to go. */
        private boolean isAbandoned() {
            try {
                ask(process(), "abandon", "abandoned");
                return true;
            } catch (CannotRun late) {
                System.err.println(late.getMessage() + "; its process is killed");
                return false;
            }
        }

        @Override
        public boolean isRunning() {
            return running && process != null && process.isAlive();
        }

        /** @throws CannotRun when it has already ended unexpectedly */
        @Override
        public void close() {
            if (!running) {
                return;
            }
            boolean alive = isRunning();
            running = false;
            if (!alive) {
                throw new CannotRun("the bundled server ended unexpectedly");
            }
            ask(process(), "stop", "stopped");
        }
    }
}
