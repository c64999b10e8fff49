package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.Run;
import dev.samekey.steps.judge.run.RunResult;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Ctrl-C, or a pipeline that ends the job: what was seen by then is reported, and what was created is taken away. Where the
 * target does not let the run end, a report is written before the pipeline loses its patience.
 */
final class Interruption {
    /** Docker kills a container ten seconds after it has asked it to end. */
    private static final Duration EARLY = Duration.ofSeconds(7);

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Run run;
    private final Console console;
    private final Consumer<RunResult> report;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Object writing = new Object();
    private volatile boolean begun;
    private volatile boolean written;

    /** @param report writes the reports of what a run has seen */
    Interruption(Run run, Console console, Consumer<RunResult> report) {
        this.run = run;
        this.console = console;
        this.report = report;
    }

    /** Reports a run that has ended, in place of what was reported of it before it had. */
    void report(RunResult result) {
        synchronized (writing) {
            written = true;
            report.accept(result);
        }
    }

    private void reportSoFar() {
        synchronized (writing) {
            if (written) {
                return;
            }
            run.soFar().ifPresent(result -> {
                console.say("the target keeps the run waiting: this is what was seen by now");
                report.accept(result);
                written = true;
            });
        }
    }

    /** Runs the action; if the process gets a signal to end meanwhile, the run ends first. */
    <T> T mayEnd(Supplier<T> work) {
        Thread hook = new Thread(this::end, "interruption");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException ending) {
            throw new CannotRun("the run was ended before it began; nothing was sent");
        }
        try {
            return work.get();
        } catch (RuntimeException failure) {
            if (begun) {
                // Nobody will be there to say it.
                console.say("samekey: " + FailureHandler.message(failure));
            }
            throw failure;
        } finally {
            over.countDown();
            forget(hook);
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // It runs already.
        }
    }

    private void end() {
        begun = true;
        console.say("ending: what is under way is waited for, for " + LIMIT.toSeconds() + " s at the most");
        run.end();
        try {
            if (over.await(EARLY.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
            Thread early = new Thread(this::reportSoFar, "report of an ended run");
            // Whatever it may wait for, the process ends in time.
            early.setDaemon(true);
            early.start();
            if (!over.await(LIMIT.minus(EARLY).toSeconds(), TimeUnit.SECONDS)) {
                console.say("after " + LIMIT.toSeconds() + " s not all had come back"
                        + (written ? ": the report says what was seen before" : ", so there is no report"));
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
