package dev.samekey.server.idempotency;

import java.util.UUID;

/** What a request asks for, ready to run once. */
@FunctionalInterface
public interface Operation {
    /**
     * Does the slow part, such as asking a provider, outside any transaction. The id is the same on every attempt at
     * this operation, so it can be the provider's own idempotency key (EXT-1).
     */
    Effect prepare(UUID operationId);
}
