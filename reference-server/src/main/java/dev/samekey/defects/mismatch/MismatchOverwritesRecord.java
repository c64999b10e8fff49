package dev.samekey.defects.mismatch;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Parts;
import org.jdbi.v3.core.Handle;

/** Another payload is refused, but the record then counts it as the first one. */
final class MismatchOverwritesRecord extends Defect {
    private static final String OVERWRITE = """
            update idempotency_records set payload_hash = :payloadHash
            where scope = :scope and key = :key and state <> 'in_progress'""";

    MismatchOverwritesRecord() {
        super(
                "mismatch-overwrites-record",
                "MIS-2",
                "MIS-1 MIS-6 MIS-10 CON-5 STO-8 REV-1 REV-3 OBS-2 OBS-3",
                "Another payload is refused, but the record then counts it as the first one.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            if (decision.outcome() == Outcome.CONFLICT) {
                composed.base().jdbi().useHandle(handle -> overwrite(handle, request));
            }
            return decision;
        });
    }

    private static void overwrite(Handle handle, KeyedRequest request) {
        handle.createUpdate(OVERWRITE).bindMethods(request).execute();
    }
}
