package dev.samekey.steps.drive.process;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.targets.Target;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A target that the harness starts by the command of its lifecycle, and ends. */
public final class TargetProcess implements Starter.Started {
    /** On a busy machine a start takes ten times as long as on a quiet one. */
    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    /** The exit code after signal 9. */
    private static final int KILLED = 137;

    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Target.Lifecycle lifecycle;
    private final List<URI> urls;
    private final Path folder;
    private final Path output;
    // What the harness starts runs beside it.
    private final Readiness readiness = new Readiness(Readiness.LIMIT, Network.direct());
    /** Whoever ends the run is another one than who started it. */
    private volatile @Nullable Process process;
    /** Who ends the run while the process is made finds none to end. */
    private final AtomicInteger ends = new AtomicInteger();

    /**
     * Prepares, starts nothing.
     *
     * @param folder where the command runs
     * @param output the file that what the target prints is added to
     */
    public TargetProcess(Target.Lifecycle lifecycle, List<URI> urls, Path folder, Path output) {
        this.lifecycle = lifecycle;
        this.urls = urls;
        this.folder = folder;
        this.output = output;
    }

    /**
     * Starts the target and waits until every replica is ready.
     *
     * @throws CannotRun when it cannot be started, ends, or is not ready within three minutes
     */
    @Override
    public void start() {
        ProcessBuilder builder = new ProcessBuilder(lifecycle.start())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        if (lifecycle.environment() != null) {
            builder.environment().putAll(lifecycle.environment());
        }
        urls.forEach(this::mustBeFree);
        int before = ends.get();
        try {
            Process started = builder.start();
            process = started;
            if (ends.get() > before) {
                throw new CannotRun("the target was ended while it was started");
            }
            urls.forEach(url -> awaitReady(
                    started,
                    URI.create(url + lifecycle.ready().path()),
                    lifecycle.ready().headers()));
        } catch (IOException failure) {
            throw new CannotRun("cannot start the target: " + failure.getMessage());
        } catch (IllegalArgumentException noUri) {
            close();
            throw new CannotRun("the target cannot be asked whether it is ready, by «lifecycle.ready: "
                    + lifecycle.ready().path() + "»: " + noUri.getMessage());
        } catch (RuntimeException failure) {
            // Nobody else knows of the process, so nobody else would end it.
            close();
            throw failure;
        }
    }

    @Override
    public void kill() {
        close();
        urls.forEach(TargetProcess::awaitFree);
    }

    @Override
    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Ends it at once, with all that it started, as a crash would. */
    @Override
    public void close() {
        ends.incrementAndGet();
        Process running = process;
        process = null;
        if (running == null) {
            return;
        }
        try {
            if (!ProcessTree.of(running).kill(STOP_LIMIT)) {
                throw new CannotRun("the target (process " + running.pid() + ") did not end within "
                        + STOP_LIMIT.toSeconds() + " s of being killed");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Otherwise something else would be judged in the target's place. */
    private void mustBeFree(URI url) {
        if (readiness.problem(url) == null) {
            throw new CannotRun(
                    "something answers at " + url + " already, so the target cannot be started there: end it, or"
                            + " leave «lifecycle» out of the target file to judge what runs");
        }
    }

    /** What the command started may listen for a moment longer than the command itself lives. */
    private static void awaitFree(URI url) {
        boolean free = Await.until("the target to leave " + url, STOP_LIMIT, PAUSE, () -> !isTaken(url));
        if (!free) {
            throw new CannotRun("something still listens at " + url + " " + STOP_LIMIT.toSeconds()
                    + " s after the target was killed");
        }
    }

    private static boolean isTaken(URI url) {
        int standard = "https".equals(url.getScheme()) ? 443 : 80;
        InetSocketAddress place = new InetSocketAddress(url.getHost(), url.getPort() < 0 ? standard : url.getPort());
        try (Socket socket = new Socket()) {
            socket.connect(place, Math.toIntExact(STOP_LIMIT.toMillis()));
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    private void awaitReady(Process started, URI uri, Map<String, String> headers) {
        AtomicReference<String> problem = new AtomicReference<>("");
        boolean over = Await.until("the target to be ready", START_LIMIT, PAUSE, () -> {
            problem.set(Objects.requireNonNullElse(readiness.unready(uri, headers), ""));
            return String.valueOf(problem.get()).isEmpty() || !started.isAlive();
        });
        if (!over) {
            throw new CannotRun("the target was not ready within " + START_LIMIT.toSeconds() + " s: " + uri + ": "
                    + problem + ". Its last words:\n" + lastWords());
        }
        if (!String.valueOf(problem.get()).isEmpty()) {
            throw new CannotRun("the target ended with exit code " + started.exitValue() + byWhom(started.exitValue())
                    + " before it was ready. Its last words:\n" + lastWords());
        }
    }

    /** Samekey kills nothing that it waits for. */
    private static String byWhom(int exitCode) {
        return exitCode == KILLED
                ? " (it was killed by another process, or by the system because memory was short)"
                : "";
    }

    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(output);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
        } catch (IOException failure) {
            return "(" + output + " cannot be read)";
        }
    }

    /**
     * Makes sure that a target which somebody else started answers at all.
     *
     * @throws CannotRun after «limits.answer» at the latest for each replica, saying what is wrong
     */
    public static void mustAnswer(Target target, Network network) {
        Readiness readiness = new Readiness(target.limits(), network);
        for (URI url : target.urls()) {
            String problem = readiness.problem(url);
            if (problem != null) {
                throw new CannotRun("the target " + target.name() + " cannot be judged: " + url + ": " + problem);
            }
        }
    }

    /** Why no replica gives any HTTP answer just now; nothing where one does. Each is asked for «limits.answer» at most. */
    public static Optional<String> silence(Target target, Network network) {
        Readiness readiness = new Readiness(target.limits(), network);
        String first = null;
        for (URI url : target.urls()) {
            String problem = readiness.problem(url);
            if (problem == null) {
                return Optional.empty();
            }
            first = first == null ? url + ": " + problem : first;
        }
        return Optional.ofNullable(first);
    }
}
