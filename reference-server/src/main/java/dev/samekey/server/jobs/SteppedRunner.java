package dev.samekey.server.jobs;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import java.util.function.Consumer;
import org.jdbi.v3.core.Jdbi;

/**
 * Does the work of a run in small steps, each committed with the note of it.
 *
 * <p>Whatever moment a kill picks, each item is done and counted, or neither. The next call with the same id does the rest.
 */
public final class SteppedRunner implements Runner {
    /** Small, so that little is done again when a step is lost, and no row is locked for long. */
    private static final int STEP = 10;

    private final Runs runs;
    private final Jdbi jdbi;
    private final Consumer<Run> observer;

    /** Runs are remembered there, their work is written here, and the observer is told of each that ends. */
    public SteppedRunner(Runs runs, Jdbi jdbi, Consumer<Run> observer) {
        this.runs = runs;
        this.jdbi = jdbi;
        this.observer = observer;
    }

    @Override
    public Run run(Job job, String id) {
        return runs.claim(job.name(), id).map(run -> work(job, run)).orElseGet(() -> ended(job, id));
    }

    private Run work(Job job, Run claimed) {
        Run run = claimed;
        try {
            while (!run.isEnded()) {
                run = step(job, run);
            }
            observer.accept(run);
            return run;
        } catch (RunLostException lost) {
            throw inProgress();
        } catch (RuntimeException failed) {
            release(run, failed);
            throw failed;
        }
    }

    private Run step(Job job, Run run) {
        return jdbi.inTransaction(transaction -> runs.note(transaction, run, job.work(transaction, run, STEP)));
    }

    private Run ended(Job job, String id) {
        return runs.find(job.name(), id).filter(Run::isEnded).orElseThrow(SteppedRunner::inProgress);
    }

    private void release(Run run, RuntimeException reason) {
        try {
            runs.release(run);
        } catch (RuntimeException alsoFailed) {
            // The claim stays, and is taken over when it counts as abandoned.
            reason.addSuppressed(alsoFailed);
        }
    }

    private static FaultException inProgress() {
        return new FaultException(Fault.IN_PROGRESS, "Another call works on this run.");
    }
}
