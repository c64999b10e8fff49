package dev.samekey.defects.job;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;

/** A run that was left half done begins anew when it is taken up, with what it had done already. */
final class JobRestartsFromZero extends Defect {
    JobRestartsFromZero() {
        super(
                "job-restarts-from-zero",
                "JOB-4",
                "JOB-5",
                "A run that was left half done begins anew when it is taken up, with what it had done already.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        return CountingRelease.among(parts).with(Part.RUNS, new ForwardingRuns(parts.get(Part.RUNS)) {
            @Override
            public Optional<Run> claim(String job, String id) {
                return super.claim(job, id).map(run -> fromZero(run, base));
            }
        });
    }

    /** The run as if nothing of it were done. */
    static Run fromZero(Run run, Foundation base) {
        base.jdbi()
                .useHandle(handle -> handle.execute(
                        "update job_runs set done = 0 where job = ? and run_id = ?", run.job(), run.id()));
        return at(run, 0);
    }

    /** The run as if so many of its items were done. */
    static Run at(Run run, long done) {
        return new Run(run.job(), run.id(), run.operationId(), run.token(), run.startedAt(), done, run.endedAt());
    }
}
