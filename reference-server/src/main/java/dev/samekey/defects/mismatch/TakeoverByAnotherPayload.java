package dev.samekey.defects.mismatch;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.TamperedStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** An abandoned claim is taken over by the key alone. */
final class TakeoverByAnotherPayload extends Defect {
    TakeoverByAnotherPayload() {
        super(
                "takeover-by-another-payload",
                "MIS-8",
                "",
                "When the processing timeout is over, another payload takes over what is in progress, and is executed.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS,
                new TamperedStore(
                        parts,
                        "payload_hash = :payloadHash where state = 'in_progress'"
                                + " and claimed_at <= cast(:now as timestamptz) - interval '%d seconds'"
                                        .formatted(parts.base()
                                                .contract()
                                                .lifetimes()
                                                .processing()
                                                .toSeconds())));
    }
}
