package dev.samekey.defects.common;

import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Entries that should not be there. */
public final class Ledger {
    private static final String REPEAT = """
            insert into ledger_entries (entry_type, amount, subject_id, operation_id, reference, created_at)
            select entry_type, amount, subject_id, operation_id, reference, created_at
            from ledger_entries where operation_id = :id order by id limit 1""";

    private static final String GROW = """
            update ledger_entries set amount = amount + (
                select first.amount from ledger_entries first where first.operation_id = :id order by first.id limit 1)
            where operation_id = :id""";

    private Ledger() {}

    /** Writes the entry of an operation once more. */
    public static void repeat(Handle handle, UUID operationId) {
        handle.createUpdate(REPEAT).bind("id", operationId).execute();
    }

    /** Books what the first entry of an operation says once more into each entry of it. */
    public static void grow(Handle handle, UUID operationId) {
        handle.createUpdate(GROW).bind("id", operationId).execute();
    }
}
