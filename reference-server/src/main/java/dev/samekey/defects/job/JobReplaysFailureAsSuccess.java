package dev.samekey.defects.job;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A run that has failed counts as ended: whoever starts it again gets a success, and what was left is never done. */
final class JobReplaysFailureAsSuccess extends Defect {
    JobReplaysFailureAsSuccess() {
        super(
                "job-replays-failure-as-success",
                "JOB-5",
                "",
                "A run that has failed counts as ended: whoever starts it again gets a success, and what was left is never done.");
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        return parts.with(Part.RUNS, new ForwardingRuns(parts.get(Part.RUNS)) {
            @Override
            public void release(Run run) {
                base.jdbi()
                        .useHandle(handle -> handle.execute(
                                "update job_runs set ended_at = claimed_at where job = ? and run_id = ?",
                                run.job(),
                                run.id()));
            }
        });
    }
}
