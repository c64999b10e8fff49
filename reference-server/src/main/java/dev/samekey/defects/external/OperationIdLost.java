package dev.samekey.defects.external;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.outbox.Message;
import dev.samekey.server.outbox.Outbox;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.UUID;

/** Those who are told of an operation are told another id than its own. */
final class OperationIdLost extends Defect {
    OperationIdLost() {
        super("operation-id-lost", "EXT-7", "", "Those who are told of an operation are told another id than its own.");
    }

    @Override
    public Parts apply(Parts parts) {
        Outbox outbox = parts.get(Part.OUTBOX);
        return parts.with(Part.OUTBOX, (transaction, message) -> outbox.put(transaction, estranged(message)));
    }

    private static Message estranged(Message message) {
        return new Message(
                message.id(),
                message.destination(),
                message.kind(),
                message.operationId(),
                message.body()
                        .replace(
                                message.operationId().toString(),
                                UUID.randomUUID().toString()));
    }
}
