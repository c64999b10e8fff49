package dev.samekey.defects.outbox;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.outbox.Message;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import org.jdbi.v3.core.Handle;

/** What two operations with one payload tell is taken for one message: the second one is never told of. */
final class OutboxDedupesByPayload extends Defect {
    private static final String KNOWN = """
            select exists (
              select 1 from idempotency_records own
              join idempotency_records other on (other.scope, other.payload_hash) = (own.scope, own.payload_hash)
              join outbox on outbox.operation_id = other.operation_id
              where own.operation_id = :operationId and other.operation_id <> :operationId and outbox.kind = :kind)""";

    OutboxDedupesByPayload() {
        super(
                "outbox-dedupes-by-payload",
                "OBX-2",
                "",
                "What two operations with one payload tell is taken for one message: the second one is never told of.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.OUTBOX, (transaction, message) -> {
            if (!isKnown(transaction, message)) {
                parts.get(Part.OUTBOX).put(transaction, message);
            }
        });
    }

    private static boolean isKnown(Handle transaction, Message message) {
        return transaction
                .createQuery(KNOWN)
                .bindMethods(message)
                .mapTo(Boolean.class)
                .one();
    }
}
