package dev.samekey.server.payments;

import java.time.Instant;
import java.util.UUID;

/** Part of a payment given back; pending until the provider reports it as settled. */
public record Refund(
        UUID id, UUID paymentId, long amount, String currency, String reference, String status, Instant createdAt) {}
