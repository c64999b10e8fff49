package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.TamperedStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A duplicate renews the claim of the first request, so that this never counts as abandoned. */
final class StuckInProgress extends Defect {
    StuckInProgress() {
        super(
                "stuck-in-progress",
                "TTL-7",
                "STO-1 STO-3 TTL-8 EXT-2",
                "A duplicate renews the claim of the first request, so that this never counts as abandoned.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new TamperedStore(parts, "claimed_at = :now where state = 'in_progress'"));
    }
}
