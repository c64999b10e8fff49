package dev.samekey.server.resources.bookings;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A booking taken back: its berth is free again, and its deposit goes back. */
public record BookingCancellation(
        UUID id, UUID bookingId, String reference, @Nullable String note, Instant createdAt) {}
