package dev.samekey.server.outbox;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** What somebody is told of an operation. The destination is a name, such as {@code events}; the body is JSON. */
public record Message(UUID id, String destination, String kind, UUID operationId, String body) {
    /** Who is told what happened. */
    public static final String EVENTS = "events";

    /** Who sends mail. */
    public static final String MAIL = "mail";

    /**
     * The id of the one message of a kind that an operation has. Every attempt at the operation, and every attempt at the
     * delivery, comes to the same (OBX-3, EXT-4).
     */
    public static UUID idOf(UUID operationId, String kind) {
        return UUID.nameUUIDFromBytes((operationId + " " + kind).getBytes(StandardCharsets.UTF_8));
    }
}
