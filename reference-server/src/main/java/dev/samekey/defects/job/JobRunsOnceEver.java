package dev.samekey.defects.job;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;

/** A job that has run is done for ever: another run id gets the answer of the first run. */
final class JobRunsOnceEver extends Defect {
    private static final String THE_RUN = "the run";

    JobRunsOnceEver() {
        super(
                "job-runs-once-ever",
                "JOB-2",
                "JOB-1 JOB-3 JOB-4 JOB-5",
                "A job that has run is done for ever: another run id gets the answer of the first run.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RUNS, new ForwardingRuns(parts.get(Part.RUNS)) {
            @Override
            public Optional<Run> claim(String job, String id) {
                return super.claim(job, THE_RUN);
            }

            @Override
            public Optional<Run> find(String job, String id) {
                return super.find(job, THE_RUN);
            }
        });
    }
}
