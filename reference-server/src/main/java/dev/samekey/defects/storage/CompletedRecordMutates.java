package dev.samekey.defects.storage;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Parts;

/** A replay makes its record look as if it had been created just now. */
final class CompletedRecordMutates extends Defect {
    private static final String RENEW = """
            update idempotency_records set created_at = :now, completed_at = :now
            where scope = :scope and key = :key and state <> 'in_progress'""";

    CompletedRecordMutates() {
        super(
                "completed-record-mutates",
                "STO-8",
                "TTL-6",
                "A replay makes its record look as if it had been created just now.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            if (decision.outcome() == Outcome.REPLAYED) {
                renew(composed.base(), request);
            }
            return decision;
        });
    }

    private static void renew(Foundation base, KeyedRequest request) {
        base.jdbi()
                .useHandle(handle -> handle.createUpdate(RENEW)
                        .bindMethods(request)
                        .bind("now", base.clock().instant())
                        .execute());
    }
}
