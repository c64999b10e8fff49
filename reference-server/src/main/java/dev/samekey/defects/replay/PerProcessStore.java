package dev.samekey.defects.replay;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.MemoryRecordStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Every replica keeps its records in its own memory. */
final class PerProcessStore extends Defect {
    PerProcessStore() {
        super(
                "per-process-store",
                "RPL-8",
                Clauses.RECORDS
                        + " RPL-9 CON-1 CON-7 SCP-5 TTL-2 TTL-8 STO-1 STO-2 STO-3 STO-4 TTL-7 REV-1 EXT-1 EXT-2 EXT-4",
                "Every replica keeps its records in its own memory.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new MemoryRecordStore());
    }
}
