package dev.samekey.steps.drive.process;

import dev.samekey.oracles.wait.Await;
import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Power over one replica, the last of the target's, while the others run. */
public final class OtherReplica {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final URI url;
    private final Target.@Nullable Ready ready;
    private final Readiness readiness;
    private final Runnable restart;
    private final Duration limit;

    /**
     * A replica that can be restarted.
     *
     * @param ready what answers with 2xx when it is ready; null where any answer says so
     * @param restart comes back when the old process has ended
     */
    public OtherReplica(URI url, Target.@Nullable Ready ready, Network network, Runnable restart) {
        this(url, ready, network, restart, LIMIT);
    }

    OtherReplica(URI url, Target.@Nullable Ready ready, Network network, Runnable restart, Duration limit) {
        this.url = url;
        this.ready = ready;
        this.readiness = new Readiness(Readiness.LIMIT, network);
        this.restart = restart;
        this.limit = limit;
    }

    /** Where it answers. */
    public URI url() {
        return url;
    }

    /** Restarts it and comes back when it is ready. Where that does not work, the scenario is inconclusive. */
    public void restart() {
        restart.run();
        AtomicReference<String> problem = new AtomicReference<>("");
        boolean isReady = Await.until("the replica " + url + " to be ready again", limit, PAUSE, () -> {
            problem.set(Objects.requireNonNullElse(problem(), ""));
            return String.valueOf(problem.get()).isEmpty();
        });
        if (!isReady) {
            throw Judgement.inconclusive(
                    "the replica " + url + " was not ready within " + limit.toMillis() + " ms of its restart",
                    new Fact("actual", String.valueOf(problem.get())));
        }
    }

    private @Nullable String problem() {
        return ready == null
                ? readiness.problem(url)
                : readiness.unready(URI.create(url + ready.path()), ready.headers());
    }

    /**
     * A command that restarts it.
     *
     * @param folder where it runs; no shell reads it
     * @param output the file that what it prints is added to
     */
    public static Runnable by(List<String> command, Path folder, Path output) {
        return by(command, folder, output, LIMIT);
    }

    static Runnable by(List<String> command, Path folder, Path output, Duration limit) {
        return () -> {
            String named = "the command that restarts a replica, «" + String.join(" ", command) + "»,";
            try {
                Process process = new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
                        .start();
                if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                    var unused = ProcessTree.of(process).kill(limit);
                    throw Judgement.inconclusive(
                            named + " did not end within " + limit.toMillis() + " ms: run it by hand to see why");
                }
                if (process.exitValue() != 0) {
                    throw Judgement.inconclusive(
                            named + " ended with " + process.exitValue() + ": what it printed is in " + output);
                }
            } catch (IOException failure) {
                throw Judgement.inconclusive(named + " cannot be run: " + failure.getMessage());
            } catch (InterruptedException interrupted) {
                throw Interrupted.waitingFor(named, interrupted);
            }
        };
    }
}
