package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.Run;
import dev.samekey.steps.judge.run.RunResult;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C, or a pipeline that ends the job: what was seen by then is reported, and what was created is taken away. Where the
 * target does not let the run end, a report is written before the pipeline loses its patience. The last line is true: what was
 * not written by then is not written later.
 */
final class Interruption implements AutoCloseable {
    /** Docker kills a container ten seconds after it has asked it to end. */
    private static final Duration EARLY = Duration.ofSeconds(7);

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Console console;
    private final OutFolder folder;
    private final Thread hook = new Thread(this::end, "interruption");
    private final CountDownLatch over = new CountDownLatch(1);
    private final Object writing = new Object();
    private @Nullable Work work;
    private volatile boolean begun;
    private boolean written;

    /**
     * What is ended.
     *
     * @param early writes what was seen so far
     */
    private record Work(Runnable end, Runnable early) {}

    /**
     * Waits for a signal from now on.
     *
     * @throws CannotRun when it has come already
     */
    Interruption(Console console, OutFolder folder) {
        this.console = console;
        this.folder = folder;
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException ending) {
            throw endedBefore();
        }
    }

    OutFolder folder() {
        return folder;
    }

    /** Whether the signal has come. */
    boolean hasBegun() {
        return begun;
    }

    /**
     * Judges; if the process gets a signal to end meanwhile, the run ends first.
     *
     * @param judging what runs, and gives its result to the report
     * @param report writes the reports of what a run has seen
     */
    ContractVerdict mayEnd(
            Run run,
            Function<RunResult, ContractVerdict> report,
            Function<Function<RunResult, ContractVerdict>, ContractVerdict> judging) {
        return mayEnd(
                new Work(run::end, () -> reportSoFar(run, report)),
                () -> judging.apply(result -> {
                    synchronized (writing) {
                        written = true;
                        return report.apply(result);
                    }
                }));
    }

    /** The same of what notices by itself that it is to end. */
    <T> T mayEnd(Supplier<T> action) {
        return mayEnd(new Work(() -> {}, () -> {}), action);
    }

    private <T> T mayEnd(Work begin, Supplier<T> action) {
        synchronized (this) {
            if (begun) {
                throw endedBefore();
            }
            work = begin;
        }
        try {
            return action.get();
        } catch (RuntimeException failure) {
            if (begun) {
                // Nobody will be there to say it.
                console.say("samekey: " + FailureHandler.message(failure));
            }
            throw failure;
        } finally {
            // The process ends then, and a report that is almost there would be lost.
            synchronized (writing) {
                over.countDown();
            }
        }
    }

    private static CannotRun endedBefore() {
        return new CannotRun("the run was ended before it began; nothing was sent");
    }

    private void reportSoFar(Run run, Function<RunResult, ContractVerdict> report) {
        synchronized (writing) {
            if (written) {
                return;
            }
            run.soFar().filter(result -> result.requests() > 0).ifPresent(result -> {
                console.say("the target keeps the run waiting: this is what was seen by now");
                var unused = report.apply(result);
                written = true;
            });
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // It runs already.
        }
    }

    private void end() {
        Work ending;
        synchronized (this) {
            begun = true;
            ending = work;
        }
        if (ending == null) {
            console.say("the run was ended before it began: nothing was sent; " + folder.seal());
            return;
        }
        if (over.getCount() == 0) {
            return;
        }
        console.say("ending: what is under way is waited for, for " + LIMIT.toSeconds() + " s at the most");
        ending.end().run();
        try {
            if (over.await(EARLY.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
            Thread early = new Thread(ending.early(), "report of an ended run");
            // Whatever it may wait for, the process ends in time.
            early.setDaemon(true);
            early.start();
            if (!over.await(LIMIT.minus(EARLY).toSeconds(), TimeUnit.SECONDS)) {
                console.say("after " + LIMIT.toSeconds() + " s not all had come back: " + folder.seal());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
