package dev.samekey.server.resources.partners;

import dev.samekey.server.jobs.Job;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.resources.LedgerEntry;
import dev.samekey.server.resources.Now;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Releases the commissions whose locks are over, each with a line in the books. */
public record LockRelease(Now now) implements Job {
    /** Each lock is released by one statement that no other can repeat, however many runs there are at once. */
    private static final String RELEASE = """
            update commission_locks set released_at = :now where commission_id in (
              select commission_id from commission_locks where released_at is null and locked_until <= :due
              order by locked_until, commission_id limit :atMost for update skip locked)
            returning commission_id, amount, locked_until""";

    @Override
    public String name() {
        return "lock-release";
    }

    @Override
    public int work(Handle transaction, Run run, int atMost) {
        Instant moment = now.instant();
        List<CommissionLock> released = transaction
                .registerRowMapper(ConstructorMapper.factory(CommissionLock.class))
                .createQuery(RELEASE)
                .bind("now", moment)
                .bind("due", run.startedAt())
                .bind("atMost", atMost)
                .mapTo(CommissionLock.class)
                .list();
        released.forEach(lock -> book(transaction, run, lock, moment));
        return released.size();
    }

    /** The line repeats the amount of the commission, and is not counted again. */
    private static void book(Handle transaction, Run run, CommissionLock lock, Instant moment) {
        new LedgerEntry("commission_release", -lock.amount(), lock.commissionId(), run.operationId(), run.id(), moment)
                .write(transaction);
    }
}
