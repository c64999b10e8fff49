package dev.samekey.defects.replay;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Parts;
import java.util.UUID;

/** A replay asks the provider again before it gives the stored answer. */
final class ReplayCallsProvider extends Defect {
    ReplayCallsProvider() {
        super(
                "replay-calls-provider",
                "RPL-10",
                Clauses.EFFECTS + " RPL-4",
                "A replay asks the provider again before it gives the stored answer.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            UUID operationId = decision.operationId();
            if (decision.outcome() == Outcome.REPLAYED && operationId != null) {
                prepare(operation, operationId);
            }
            return decision;
        });
    }

    private static void prepare(Operation operation, UUID operationId) {
        try {
            operation.prepare(operationId);
        } catch (FaultException refused) {
            // The work was done in vain either way: the stored answer is what counts.
        }
    }
}
