package dev.samekey.defects.job;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;

/** The newest run of a job is remembered: the id of an earlier one is as good as new. */
final class JobRemembersNewest extends Defect {
    JobRemembersNewest() {
        super(
                "job-remembers-newest",
                "JOB-1",
                "",
                "The newest run of a job is remembered: the id of an earlier one is as good as new.");
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        return parts.with(Part.RUNS, new ForwardingRuns(parts.get(Part.RUNS)) {
            @Override
            public Optional<Run> claim(String job, String id) {
                if (find(job, id).isEmpty()) {
                    base.jdbi()
                            .useHandle(handle ->
                                    handle.execute("delete from job_runs where job = ? and ended_at is not null", job));
                }
                return super.claim(job, id);
            }
        });
    }
}
