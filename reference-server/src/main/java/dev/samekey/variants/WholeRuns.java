package dev.samekey.variants;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.jobs.Job;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.jobs.RunLostException;
import dev.samekey.server.jobs.Runner;
import dev.samekey.server.jobs.Runs;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** A run is one transaction: one that fails leaves nothing, and is done from its beginning when it is started again. */
record WholeRuns(Runs runs, Jdbi jdbi) implements Runner {
    private static final int STEP = 10;

    /** The parts with such runs. */
    static Parts of(Parts parts) {
        return parts.with(
                Part.RUNNER,
                composed ->
                        new WholeRuns(composed.get(Part.RUNS), composed.base().jdbi()));
    }

    @Override
    public Run run(Job job, String id) {
        return runs.claim(job.name(), id).map(run -> whole(job, run)).orElseGet(() -> ended(job, id));
    }

    private Run whole(Job job, Run claimed) {
        try {
            return jdbi.inTransaction(transaction -> whole(job, claimed, transaction));
        } catch (RunLostException lost) {
            throw inProgress();
        } catch (RuntimeException failed) {
            runs.release(claimed);
            throw failed;
        }
    }

    private Run whole(Job job, Run claimed, Handle transaction) {
        Run run = claimed;
        while (!run.isEnded()) {
            run = runs.note(transaction, run, job.work(transaction, run, STEP));
        }
        return run;
    }

    private Run ended(Job job, String id) {
        return runs.find(job.name(), id).filter(Run::isEnded).orElseThrow(WholeRuns::inProgress);
    }

    private static FaultException inProgress() {
        return new FaultException(Fault.IN_PROGRESS, "Another call works on this run.");
    }
}
