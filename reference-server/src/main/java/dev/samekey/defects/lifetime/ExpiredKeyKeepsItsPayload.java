package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.TamperedStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The payload is compared before the expiry is looked at. */
final class ExpiredKeyKeepsItsPayload extends Defect {
    ExpiredKeyKeepsItsPayload() {
        super(
                "expired-key-keeps-its-payload",
                "TTL-2",
                "",
                "Another payload is refused as a mismatch when the key has long expired.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS,
                new TamperedStore(
                        parts,
                        "expires_at = cast(:now as timestamptz) + (expires_at - created_at)"
                                + " where state <> 'in_progress' and expires_at <= :now"
                                + " and payload_hash <> :payloadHash"));
    }
}
