package dev.samekey.server.resources.payments;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A payment taken back as a whole. */
public record Voiding(
        UUID id, UUID paymentId, String reference, @Nullable String reason, String status, Instant createdAt) {}
