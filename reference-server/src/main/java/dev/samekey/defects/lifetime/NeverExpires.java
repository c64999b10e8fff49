package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.TamperedStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A key that comes again after its lifetime gets another lifetime. */
final class NeverExpires extends Defect {
    NeverExpires() {
        super("never-expires", "TTL-2", "TTL-3", "A key that comes again after its lifetime gets another lifetime.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS,
                new TamperedStore(
                        parts,
                        "expires_at = cast(:now as timestamptz) + (expires_at - created_at)"
                                + " where state <> 'in_progress' and expires_at <= :now"));
    }
}
