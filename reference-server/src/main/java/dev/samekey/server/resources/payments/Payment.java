package dev.samekey.server.resources.payments;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A payment as its owner sees it. What was refunded is told of a payment that is looked up, not of a new one. */
public record Payment(
        UUID id,
        long amount,
        String currency,
        String payer,
        String payee,
        String reference,
        String status,
        Instant createdAt,
        @Nullable Long refunded) {

    /** What can still be refunded. */
    public long remaining() {
        return amount - (refunded == null ? 0 : refunded);
    }

    /** Whether it was taken back as a whole. */
    public boolean wasVoided() {
        return status.equals("voided");
    }
}
