package dev.samekey.server.resources.partners;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A gift that a partner gets, and the shop's number of its order. */
public record Reward(
        UUID id,
        UUID partnerId,
        String gift,
        String shopOrder,
        String reference,
        @Nullable String note,
        Instant createdAt) {}
