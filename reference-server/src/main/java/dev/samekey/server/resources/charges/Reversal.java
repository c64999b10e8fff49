package dev.samekey.server.resources.charges;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A charge taken back, in whole or in part, in minor units. */
public record Reversal(
        UUID id,
        UUID chargeId,
        long amount,
        String currency,
        String reference,
        @Nullable String note,
        Instant createdAt) {}
