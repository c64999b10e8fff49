package dev.samekey.server.resources.orders;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An order and its total in minor units; lines and shipping are JSON as it was ordered. Placed or cancelled. */
public record Order(
        UUID id,
        String customer,
        String currency,
        long total,
        @JsonRawValue String lines,
        @JsonRawValue String shipping,
        String reference,
        @Nullable String note,
        String status,
        Instant createdAt) {
    boolean isCancelled() {
        return status.equals("cancelled");
    }
}
