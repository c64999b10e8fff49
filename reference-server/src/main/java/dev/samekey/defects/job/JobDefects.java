package dev.samekey.defects.job;

import dev.samekey.defects.common.Defect;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class JobDefects {
    private JobDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new JobIgnoresRunId(),
                new JobRemembersNewest(),
                new JobRunsOnceEver(),
                new JobCheckThenAct(),
                new JobLeaseShorterThanRun(),
                new JobRestartsFromZero(),
                new RunIdFromTheAttempt(),
                new JobReplaysFailureAsSuccess(),
                new JobStartsOverAfterFailure(),
                new JobForgetsFailedRun(),
                new JobRetryUnclaimed(),
                new JobRetryFromMemory());
    }
}
