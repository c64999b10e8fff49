package dev.samekey.server.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * What an operator is told of a key (OBS-7).
 *
 * @param scope within what it is unique
 * @param status of the stored answer; null while the operation runs
 * @param resource the path of what the operation made; null where it made nothing, or nothing yet
 */
public record KeyStatus(
        String scope,
        String state,
        @Nullable Integer status,
        @Nullable String resource) {}
