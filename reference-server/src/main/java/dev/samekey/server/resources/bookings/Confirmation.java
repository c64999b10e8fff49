package dev.samekey.server.resources.bookings;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.outbox.Publisher.Letter;
import dev.samekey.server.resources.Table;
import java.time.Instant;
import java.util.UUID;

/** What a guest is told of a booking. */
public record Confirmation(UUID id, UUID bookingId, String guest, String reference, Instant createdAt) {
    static final Table<Confirmation> TABLE =
            new Table<>("confirmations", Confirmation.class, Fault.CONFIRMATION_UNKNOWN);

    /** The same as a mail to the guest. */
    Letter letter() {
        return new Letter(guest, "Your booking is confirmed", "Your berth is reserved under " + id + ".", reference);
    }
}
