package dev.samekey.server.payments;

import java.time.Instant;
import java.util.UUID;

/** A payment taken back as a whole. */
public record Voiding(UUID id, UUID paymentId, String reference, String status, Instant createdAt) {}
