package dev.samekey.server.resources.charges;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A charge, and how much of it has been reversed, both in minor units. */
public record Charge(
        UUID id,
        long amount,
        String currency,
        String customer,
        String reference,
        @Nullable String note,
        long reversed,
        Instant createdAt) {
    /** What can still be reversed. */
    long remaining() {
        return amount - reversed;
    }
}
