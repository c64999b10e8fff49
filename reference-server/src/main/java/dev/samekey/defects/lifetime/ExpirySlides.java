package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.TamperedStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The lifetime is counted from the last use, as that of a session is. */
final class ExpirySlides extends Defect {
    ExpirySlides() {
        super("expiry-slides", "TTL-2", "STO-8", "Each repeat begins the lifetime of the key anew.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS,
                new TamperedStore(
                        parts,
                        "created_at = :now, expires_at = cast(:now as timestamptz) + (expires_at - created_at)"
                                + " where state <> 'in_progress' and expires_at > :now"));
    }
}
