package dev.samekey.defects.replay;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Ledger;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Parts;
import java.util.UUID;

/** A replay books the amount once more into the ledger entry that is there: it is still one entry. */
final class ReplayGrowsEntry extends Defect {
    ReplayGrowsEntry() {
        super(
                "replay-grows-entry",
                "RPL-4",
                Clauses.EFFECTS + " CON-1 RPL-10 MIS-3 MIS-4 MIS-5 MIS-6 REV-2 REV-4 REV-5",
                "A replay books the amount once more into the ledger entry that is there: it is still one entry.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            UUID operationId = decision.operationId();
            if (decision.outcome() == Outcome.REPLAYED && operationId != null) {
                composed.base().jdbi().useHandle(handle -> Ledger.grow(handle, operationId));
            }
            return decision;
        });
    }
}
