package dev.samekey.defects.storage;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Nothing in the database keeps two records of one key apart: only the code does. */
final class NoUniqueConstraint extends Defect {
    NoUniqueConstraint() {
        super(
                "no-unique-constraint",
                "STO-6",
                "EXT-1 EXT-2",
                "The table of records has no unique key, and only the code keeps records apart.");
    }

    @Override
    public Parts apply(Parts parts) {
        String drop = "alter table idempotency_records drop constraint if exists idempotency_records_pkey";
        parts.base().jdbi().useHandle(handle -> handle.execute(drop));
        return parts.with(Part.RECORDS, new UnconstrainedStore(parts));
    }
}
