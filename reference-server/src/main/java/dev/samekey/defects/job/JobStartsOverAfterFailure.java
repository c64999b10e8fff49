package dev.samekey.defects.job;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A run that has failed begins anew when it is started again, with what it had done before it failed. */
final class JobStartsOverAfterFailure extends Defect {
    JobStartsOverAfterFailure() {
        super(
                "job-starts-over-after-failure",
                "JOB-5",
                "",
                "A run that has failed begins anew when it is started again, with what it had done before it failed.");
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        return CountingRelease.among(parts).with(Part.RUNS, new ForwardingRuns(parts.get(Part.RUNS)) {
            @Override
            public void release(Run run) {
                super.release(JobRestartsFromZero.fromZero(run, base));
            }
        });
    }
}
