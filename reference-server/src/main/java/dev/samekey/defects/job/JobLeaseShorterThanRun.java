package dev.samekey.defects.job;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Whoever starts a run again after a moment works on it too, and what the first one does counts as well. */
final class JobLeaseShorterThanRun extends Defect {
    private static final Duration LEASE = Duration.ofMillis(450);

    JobLeaseShorterThanRun() {
        super(
                "job-lease-shorter-than-run",
                "JOB-3",
                "JOB-4 JOB-5",
                "A run counts as abandoned " + LEASE.toMillis() + " ms after its start, whoever works on it.");
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        return CountingRelease.among(parts).with(Part.RUNS, new ForwardingRuns(parts.get(Part.RUNS)) {
            @Override
            public Optional<Run> claim(String job, String id) {
                Instant abandoned = base.clock().instant().minus(LEASE);
                return super.claim(job, id)
                        .or(() -> find(job, id)
                                .filter(run -> !run.isEnded() && run.startedAt().isBefore(abandoned)));
            }

            @Override
            public Run note(Handle transaction, Run run, int done) {
                return noted(transaction, run, done, base);
            }
        });
    }

    /** The same as the server notes a step, whoever works on the run. */
    static Run noted(Handle transaction, Run run, int done, Foundation base) {
        Instant endedAt = done == 0 ? base.clock().instant().truncatedTo(ChronoUnit.MICROS) : null;
        transaction.execute(
                "update job_runs set done = done + ?, ended_at = coalesce(ended_at, ?) where job = ? and run_id = ?",
                done,
                endedAt,
                run.job(),
                run.id());
        return new Run(
                run.job(), run.id(), run.operationId(), run.token(), run.startedAt(), run.done() + done, endedAt);
    }
}
