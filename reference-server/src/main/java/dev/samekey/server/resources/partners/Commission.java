package dev.samekey.server.resources.partners;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a partner earned, in minor units. */
public record Commission(
        UUID id,
        UUID partnerId,
        long amount,
        String currency,
        String reference,
        @Nullable String note,
        Instant createdAt) {}
