package dev.samekey.defects.reverse;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Ledger;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Parts;
import java.util.UUID;

/** The replay of a reverse operation writes its ledger entry once more. */
final class ReverseDuplicates extends Defect {
    private final String route;

    /** The defect for one operation, and the route that it is asked for at. */
    ReverseDuplicates(String operation, String route) {
        super(
                operation + "-duplicates",
                "REV-2",
                Clauses.EFFECTS + " RPL-4 RPL-10 CON-1 MIS-3 MIS-4 MIS-5",
                "The replay of a " + operation + " writes its ledger entry once more.");
        this.route = route;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            UUID operationId = decision.operationId();
            boolean replayed = decision.outcome() == Outcome.REPLAYED;
            if (replayed && operationId != null && request.call().route().equals(route)) {
                composed.base().jdbi().useHandle(handle -> Ledger.repeat(handle, operationId));
            }
            return decision;
        });
    }
}
