package dev.samekey.server.resources.bookings;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A berth that is taken, and the deposit for it in minor units; confirmed or cancelled. */
public record Booking(
        UUID id,
        UUID cabinId,
        String guest,
        long deposit,
        String currency,
        UUID confirmation,
        String reference,
        @Nullable String note,
        String status,
        Instant createdAt) {
    /** The word that this guest has of it. */
    Confirmation confirm() {
        return new Confirmation(confirmation, id, guest, reference, createdAt);
    }

    boolean isCancelled() {
        return status.equals("cancelled");
    }
}
