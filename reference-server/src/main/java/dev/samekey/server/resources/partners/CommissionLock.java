package dev.samekey.server.resources.partners;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** A commission is the partner's only when what it was earned by cannot be undone any more. */
public record CommissionLock(UUID commissionId, long amount, Instant lockedUntil) {
    private static final Duration PERIOD = Duration.ofDays(14);

    private static final String INSERT = """
            insert into commission_locks (commission_id, amount, locked_until)
            values (:commissionId, :amount, :lockedUntil)""";

    /** The lock that a new commission gets. */
    static CommissionLock on(Commission commission) {
        return new CommissionLock(
                commission.id(), commission.amount(), commission.createdAt().plus(PERIOD));
    }

    void write(Handle transaction) {
        transaction.createUpdate(INSERT).bindMethods(this).execute();
    }
}
