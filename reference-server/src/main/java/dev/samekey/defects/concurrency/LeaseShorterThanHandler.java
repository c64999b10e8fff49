package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.TamperedStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A claim counts as abandoned after 450 ms. */
final class LeaseShorterThanHandler extends Defect {
    LeaseShorterThanHandler() {
        super(
                "lease-shorter-than-handler",
                "CON-10",
                "CON-2 CON-3 CON-4 CON-8 CON-11 OBS-2 OBS-3",
                "A claim counts as abandoned after 450 ms.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS,
                new TamperedStore(
                        parts,
                        "claimed_at = '-infinity' where state = 'in_progress'"
                                + " and claimed_at <= cast(:now as timestamptz) - interval '450 ms'"));
    }
}
