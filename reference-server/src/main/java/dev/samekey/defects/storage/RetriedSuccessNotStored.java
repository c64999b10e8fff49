package dev.samekey.defects.storage;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.KeyId;
import dev.samekey.defects.common.UnstoredOutcome;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The success of an operation that had failed before is not stored: each further request executes again. */
final class RetriedSuccessNotStored extends Defect {
    private final Set<KeyId> failed = ConcurrentHashMap.newKeySet();

    RetriedSuccessNotStored() {
        super(
                "retried-success-not-stored",
                "STO-5",
                "CON-11 ERR-4 EXT-2 MIS-1 STO-8 STO-10",
                "The success of an operation that had failed before is not stored.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS, new UnstoredOutcome(parts, claim -> failed.contains(KeyId.of(claim.request()))) {
                    @Override
                    public void release(Claim claim) {
                        failed.add(KeyId.of(claim.request()));
                        super.release(claim);
                    }
                });
    }
}
