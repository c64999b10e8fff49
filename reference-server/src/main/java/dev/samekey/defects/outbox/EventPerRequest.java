package dev.samekey.defects.outbox;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Messages;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.outbox.Message;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.UUID;

/** Every request about an operation tells of it, also one that is replayed or refused. */
final class EventPerRequest extends Defect {
    EventPerRequest() {
        super(
                "event-per-request",
                "OBX-4",
                "EXT-4",
                "Every request about an operation tells of it, also one that is replayed or refused.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            UUID operationId = decision.operationId();
            if (operationId != null && decision.outcome() != Outcome.CREATED) {
                Messages.of(composed, operationId).forEach(message -> putAgain(composed, message));
            }
            return decision;
        });
    }

    private static void putAgain(Parts parts, Message message) {
        parts.base()
                .jdbi()
                .useTransaction(transaction -> parts.get(Part.OUTBOX).put(transaction, Messages.another(message)));
    }
}
