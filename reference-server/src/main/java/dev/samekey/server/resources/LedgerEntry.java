package dev.samekey.server.resources;

import java.time.Instant;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * One line in the books for each thing that happened; money in is positive, money out negative. The subject is what the
 * money belongs to: the payment of a refund, the booking of a deposit.
 */
public record LedgerEntry(
        String entryType, long amount, UUID subjectId, UUID operationId, String reference, Instant createdAt) {
    private static final String INSERT = """
            insert into ledger_entries (entry_type, amount, subject_id, operation_id, reference, created_at)
            values (:entryType, :amount, :subjectId, :operationId, :reference, :createdAt)""";

    /** Writes the line. */
    public void write(Handle transaction) {
        transaction.createUpdate(INSERT).bindMethods(this).execute();
    }
}
