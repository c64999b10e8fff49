package dev.samekey.server.idempotency;

import java.util.UUID;

/**
 * The right to run an operation. The token fences it: after a takeover the old token commits nothing (TTL-8). The state
 * before is {@link State#IN_PROGRESS} for a claim that was taken over.
 */
public record Claim(KeyedRequest request, UUID token, UUID operationId, State before) {}
