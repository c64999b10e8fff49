package dev.samekey.defects.job;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;
import java.util.UUID;

/** Every call is a run of its own, whatever its id. */
final class JobIgnoresRunId extends Defect {
    JobIgnoresRunId() {
        super(
                "job-ignores-run-id",
                "JOB-1",
                "JOB-3 JOB-4 JOB-5",
                "Every call is a run of its own, whatever its run id.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RUNS, new ForwardingRuns(parts.get(Part.RUNS)) {
            @Override
            public Optional<Run> claim(String job, String id) {
                return super.claim(job, id + " " + UUID.randomUUID());
            }
        });
    }
}
