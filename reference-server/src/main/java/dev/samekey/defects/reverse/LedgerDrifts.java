package dev.samekey.defects.reverse;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Effect;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.replica.Parts;
import java.util.UUID;

/** The second refund of a payment is booked with one minor unit too much. */
final class LedgerDrifts extends Defect {
    private static final String DRIFT = """
            update ledger_entries set amount = amount - 1
            where operation_id = :id and entry_type = 'refund'
              and exists (select 1 from refunds other
                          where other.payment_id = ledger_entries.subject_id and other.operation_id <> :id)""";

    LedgerDrifts() {
        super(
                "ledger-drifts",
                "REV-5",
                "CON-9 REV-1 REV-4",
                "The second refund of a payment is booked with one minor unit too much.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) ->
                (request, operation) -> guard.run(request, operationId -> drifting(operation, operationId)));
    }

    private static Effect drifting(Operation operation, UUID operationId) {
        Effect effect = operation.prepare(operationId);
        return transaction -> {
            Answer answer = effect.write(transaction);
            transaction.createUpdate(DRIFT).bind("id", operationId).execute();
            return answer;
        };
    }
}
