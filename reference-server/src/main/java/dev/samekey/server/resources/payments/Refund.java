package dev.samekey.server.resources.payments;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Part of a payment given back; pending until the provider reports it as settled. */
public record Refund(
        UUID id,
        UUID paymentId,
        long amount,
        String currency,
        String reference,
        @Nullable String reason,
        String status,
        Instant createdAt) {}
