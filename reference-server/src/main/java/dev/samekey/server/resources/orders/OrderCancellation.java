package dev.samekey.server.resources.orders;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An order taken back as a whole. */
public record OrderCancellation(
        UUID id, UUID orderId, String reference, @Nullable String note, Instant createdAt) {}
