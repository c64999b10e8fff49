package dev.samekey.defects.common;

import dev.samekey.server.outbox.Message;
import dev.samekey.server.replica.Parts;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Messages that are there, and others that say the same. */
public final class Messages {
    private Messages() {}

    /** What is in the outbox about an operation, one of each kind. */
    public static List<Message> of(Parts parts, UUID operationId) {
        return parts.base()
                .jdbi()
                .withHandle(handle -> handle.registerRowMapper(ConstructorMapper.factory(Message.class))
                        .select("select distinct on (kind) * from outbox where operation_id = ?", operationId)
                        .mapTo(Message.class)
                        .list());
    }

    /** The same under another id, wherever it names it. */
    public static Message another(Message message) {
        UUID id = UUID.randomUUID();
        return new Message(
                id,
                message.destination(),
                message.kind(),
                message.operationId(),
                message.body().replace(message.id().toString(), id.toString()));
    }
}
