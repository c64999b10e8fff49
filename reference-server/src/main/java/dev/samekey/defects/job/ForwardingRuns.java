package dev.samekey.defects.job;

import dev.samekey.server.jobs.Run;
import dev.samekey.server.jobs.Runs;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Runs as another remembers them, for those that do one thing otherwise. */
abstract class ForwardingRuns implements Runs {
    private final Runs runs;

    ForwardingRuns(Runs runs) {
        this.runs = runs;
    }

    @Override
    public Optional<Run> claim(String job, String id) {
        return runs.claim(job, id);
    }

    @Override
    public Optional<Run> find(String job, String id) {
        return runs.find(job, id);
    }

    @Override
    public Run note(Handle transaction, Run run, int done) {
        return runs.note(transaction, run, done);
    }

    @Override
    public void release(Run run) {
        runs.release(run);
    }
}
