package dev.samekey.oracles.database;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One idempotency record in the target's store. A column that the table does not have is null.
 *
 * @param state the contract's word, where the target file maps it; otherwise the value in the table
 * @param status the HTTP status of the outcome
 * @param outcome the stored body, or what refers to it
 * @param created a time without a zone counts as UTC
 * @param expires the same
 */
public record StoredRecord(
        @Nullable String scope,
        String key,
        @Nullable String payloadHash,
        @Nullable String state,
        @Nullable Integer status,
        @Nullable String outcome,
        @Nullable Instant created,
        @Nullable Instant expires) {}
