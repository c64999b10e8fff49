package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.TamperedStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A key is forgotten after half of its lifetime. */
final class ExpiresEarly extends Defect {
    ExpiresEarly() {
        super("expires-early", "TTL-1", "TTL-3", "A key is forgotten after half of its lifetime.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS,
                new TamperedStore(
                        parts,
                        "expires_at = :now where state <> 'in_progress' and expires_at > :now"
                                + " and created_at + (expires_at - created_at) / 2 <= :now"));
    }
}
