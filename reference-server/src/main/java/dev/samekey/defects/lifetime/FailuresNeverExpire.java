package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.TamperedStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The key of an operation that has failed gets another lifetime when it comes again after the first. */
final class FailuresNeverExpire extends Defect {
    FailuresNeverExpire() {
        super("failures-never-expire", "TTL-2", "", "The key of an operation that has failed never expires.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS,
                new TamperedStore(
                        parts,
                        "expires_at = cast(:now as timestamptz) + (expires_at - created_at)"
                                + " where state = 'failed' and expires_at <= :now"));
    }
}
