package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.judge.run.Run;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Ctrl-C, or a pipeline that ends the job: what was seen by then is reported, and what was created is taken away. */
final class Interruption {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Run run;
    private final Console console;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean begun;

    Interruption(Run run, Console console) {
        this.run = run;
        this.console = console;
    }

    /** Runs the action; if the process gets a signal to end meanwhile, the run ends first. */
    <T> T mayEnd(Supplier<T> work) {
        Thread hook = new Thread(this::end, "interruption");
        Runtime.getRuntime().addShutdownHook(hook);
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
            if (!over.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                console.say("ended without a report: after " + LIMIT.toSeconds() + " s not all had come back");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
