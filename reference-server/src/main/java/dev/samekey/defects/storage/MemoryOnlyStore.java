package dev.samekey.defects.storage;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.MemoryRecordStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Records are kept in memory: replicas of one process share them, a restart forgets them. */
final class MemoryOnlyStore extends Defect {
    private final MemoryRecordStore records = new MemoryRecordStore();

    MemoryOnlyStore() {
        super(
                "memory-only-store",
                "STO-4",
                Clauses.RECORDS + " RPL-9 TTL-2 TTL-8 STO-1 STO-2 STO-3 TTL-7 REV-1 EXT-1 EXT-2",
                "Records are kept in memory: replicas of one process share them, a restart forgets them.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, records);
    }
}
