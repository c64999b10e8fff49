package dev.samekey.defects.job;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;

/** How far a failed run has come is kept for the newest run alone: after another one it begins anew. */
final class JobForgetsFailedRun extends Defect {
    JobForgetsFailedRun() {
        super(
                "job-forgets-failed-run",
                "JOB-5",
                "",
                "How far a failed run has come is kept for the newest run alone: after another one it begins anew.");
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        return CountingRelease.among(parts).with(Part.RUNS, new ForwardingRuns(parts.get(Part.RUNS)) {
            @Override
            public Optional<Run> claim(String job, String id) {
                base.jdbi()
                        .useHandle(handle -> handle.execute(
                                "update job_runs set done = 0 where job = ? and run_id <> ? and token is null and ended_at is null",
                                job,
                                id));
                return super.claim(job, id);
            }
        });
    }
}
