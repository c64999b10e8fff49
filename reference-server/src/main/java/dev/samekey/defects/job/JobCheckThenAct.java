package dev.samekey.defects.job;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** A run is looked up first and written down when it has ended: calls that overlap all work. */
final class JobCheckThenAct extends Defect {
    private static final String INSERT = """
            insert into job_runs (job, run_id, operation_id, started_at, claimed_at, done, ended_at)
            values (:job, :id, :operationId, :startedAt, :startedAt, :done, :endedAt) on conflict do nothing""";

    JobCheckThenAct() {
        super(
                "job-check-then-act",
                "JOB-3",
                "JOB-4 JOB-5",
                "A run is looked up first and written down when it has ended: calls that overlap all work.");
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        return CountingRelease.among(parts).with(Part.RUNS, new ForwardingRuns(parts.get(Part.RUNS)) {
            @Override
            public Optional<Run> claim(String job, String id) {
                return find(job, id).isPresent()
                        ? Optional.empty()
                        : Optional.of(new Run(job, id, UUID.randomUUID(), null, now(base), 0, null));
            }

            @Override
            public Run note(Handle transaction, Run run, int done) {
                Instant endedAt = done == 0 ? now(base) : null;
                Run noted = new Run(
                        run.job(), run.id(), run.operationId(), null, run.startedAt(), run.done() + done, endedAt);
                if (noted.isEnded()) {
                    transaction.createUpdate(INSERT).bindMethods(noted).execute();
                }
                return noted;
            }
        });
    }

    private static Instant now(Foundation base) {
        return base.clock().instant().truncatedTo(ChronoUnit.MICROS);
    }
}
