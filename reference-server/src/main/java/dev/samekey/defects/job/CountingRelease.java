package dev.samekey.defects.job;

import dev.samekey.server.jobs.Job;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.resources.LedgerEntry;
import dev.samekey.server.sandbox.Pause;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Releases locks by the run's own count of those that it has released, and trusts that nobody else is at work on the run. */
record CountingRelease(Job job, Clock clock) implements Job {
    private static final String NAME = "lock-release";
    /** As long as somebody would take who has to be asked. */
    private static final Duration WORK = Duration.ofMillis(50);

    private static final String DUE = """
            select commission_id, amount from commission_locks
            where locked_until <= :startedAt and (released_at is null or exists (
              select 1 from ledger_entries where subject_id = commission_id
              and entry_type = 'commission_release' and reference = :id))
            order by locked_until, commission_id limit :atMost offset :done""";

    /** The parts with the release of locks among their jobs done in this way. */
    static Parts among(Parts parts) {
        Clock clock = parts.base().clock();
        return parts.with(
                Part.JOBS,
                composed -> parts.get(Part.JOBS).apply(composed).stream()
                        .map(job -> job.name().equals(NAME) ? new CountingRelease(job, clock) : job)
                        .toList());
    }

    @Override
    public String name() {
        return job.name();
    }

    @Override
    public int work(Handle transaction, Run run, int atMost) {
        List<Due> due = transaction
                .registerRowMapper(ConstructorMapper.factory(Due.class))
                .createQuery(DUE)
                .bindMethods(run)
                .bind("atMost", atMost)
                .mapTo(Due.class)
                .list();
        if (!due.isEmpty()) {
            Pause.of(WORK);
        }
        due.forEach(lock -> release(transaction, run, lock, clock.instant()));
        return due.size();
    }

    private static void release(Handle transaction, Run run, Due due, Instant now) {
        transaction.execute(
                "update commission_locks set released_at = ? where commission_id = ?", now, due.commissionId());
        new LedgerEntry("commission_release", -due.amount(), due.commissionId(), run.operationId(), run.id(), now)
                .write(transaction);
    }

    /** A lock that is over. */
    public record Due(UUID commissionId, long amount) {}
}
