package dev.samekey.defects.external;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Parts;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

/** A booking that is retried takes one more berth, though there is one booking. */
final class DuplicateInventory extends Defect {
    private static final String TAKE = """
            update cabins set free = free - 1
            where free > 0 and id in (select cabin_id from bookings where operation_id = ?)""";

    DuplicateInventory() {
        super(
                "duplicate-inventory",
                "EXT-6",
                "KEY-5 CON-9 TTL-2 REV-5",
                "A booking that is retried takes one more berth, though there is one booking.");
    }

    @Override
    public Parts apply(Parts parts) {
        Jdbi jdbi = parts.base().jdbi();
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            UUID operationId = decision.operationId();
            if (decision.outcome() == Outcome.REPLAYED && operationId != null) {
                jdbi.useHandle(handle -> handle.execute(TAKE, operationId));
            }
            return decision;
        });
    }
}
