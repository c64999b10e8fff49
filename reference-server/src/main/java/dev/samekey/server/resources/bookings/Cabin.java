package dev.samekey.server.resources.bookings;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A cabin: how many berths it has, and how many of them are free. */
public record Cabin(
        UUID id,
        String name,
        long berths,
        long free,
        String reference,
        @Nullable String note,
        Instant createdAt) {}
