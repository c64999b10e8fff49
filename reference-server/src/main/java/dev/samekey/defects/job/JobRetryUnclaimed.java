package dev.samekey.defects.job;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/** A run is claimed at its first start alone: all who start it again after it has failed do what is left. */
final class JobRetryUnclaimed extends Defect {
    JobRetryUnclaimed() {
        super(
                "job-retry-unclaimed",
                "JOB-5",
                "",
                "A run is claimed at its first start alone: all who start it again after it has failed do what is left.");
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        Set<String> failed = ConcurrentHashMap.newKeySet();
        return CountingRelease.among(parts).with(Part.RUNS, new ForwardingRuns(parts.get(Part.RUNS)) {
            @Override
            public Optional<Run> claim(String job, String id) {
                return super.claim(job, id)
                        .or(() -> find(job, id).filter(run -> failed.contains(run.id()) && !run.isEnded()));
            }

            @Override
            public Run note(Handle transaction, Run run, int done) {
                return failed.contains(run.id())
                        ? JobLeaseShorterThanRun.noted(transaction, run, done, base)
                        : super.note(transaction, run, done);
            }

            @Override
            public void release(Run run) {
                failed.add(run.id());
                super.release(run);
            }
        });
    }
}
