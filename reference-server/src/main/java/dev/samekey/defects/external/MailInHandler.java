package dev.samekey.defects.external;

import dev.samekey.defects.common.Couriers;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Messages;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.outbox.Message;
import dev.samekey.server.outbox.PostgresOutbox;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Set;
import java.util.UUID;

/** Whoever handles a request sends the mail before the answer, for replays too. */
final class MailInHandler extends Defect {
    MailInHandler() {
        super(
                "mail-in-handler",
                "EXT-4",
                "OBX-1 OBX-2 OBX-3 OBX-4",
                "The request handler sends a new mail before each response, also for replays.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        Parts keeping = parts.with(
                Part.OUTBOX,
                new PostgresOutbox(Set.of(Message.EVENTS), parts.base().clock()));
        return keeping.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            UUID operationId = decision.operationId();
            if (operationId != null && decision.answer().status() < 300) {
                send(composed, operationId);
            }
            return decision;
        });
    }

    private static void send(Parts parts, UUID operationId) {
        Messages.of(parts, operationId).stream()
                .filter(message -> message.destination().equals(Message.MAIL))
                .forEach(message -> Couriers.tryOnce(parts, Messages.another(message)));
    }
}
