package dev.samekey.defects.job;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;

/** Who resumes a run gets its name from the attempt before: with the second one that is interrupted the run begins anew. */
final class RunIdFromTheAttempt extends Defect {
    private static final String TABLE = """
            create table if not exists job_attempts (
              job text, run_id text, count integer not null, primary key (job, run_id))""";

    private static final String ATTEMPT = """
            insert into job_attempts values (?, ?, 1)
            on conflict (job, run_id) do update set count = job_attempts.count + 1 returning count""";

    /** The attempt after the first one knows the run by its own name, and the next one by that of the attempt. */
    private static final int LOST = 3;

    RunIdFromTheAttempt() {
        super(
                "run-id-from-the-attempt",
                "JOB-4",
                "",
                "Who resumes a run gets its name from the attempt before: with the second one that is interrupted the run begins anew.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        base.jdbi().useHandle(handle -> handle.execute(TABLE));
        return CountingRelease.among(parts).with(Part.RUNS, new ForwardingRuns(parts.get(Part.RUNS)) {
            @Override
            public Optional<Run> claim(String job, String id) {
                return super.claim(job, id)
                        .map(run -> attempt(run, base) < LOST ? run : JobRestartsFromZero.fromZero(run, base));
            }
        });
    }

    private static int attempt(Run run, Foundation base) {
        return base.jdbi()
                .withHandle(handle -> handle.select(ATTEMPT, run.job(), run.id())
                        .mapTo(Integer.class)
                        .one());
    }
}
