package dev.samekey.server.payments;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Whoever moves the money. Its refusals are faults: final ones such as insufficient funds, or transient ones. */
public interface PaymentProvider {
    /**
     * Asks leave. An authorization moves nothing, and lapses when it is not used, so it may be asked for before the
     * transaction that decides.
     */
    void authorize(Authorization authorization);

    /** Confirms that a refund has been settled, as an event from outside claims. */
    void confirm(UUID refundId);

    /** The operation id is the provider's idempotency key: every attempt at one operation carries the same (EXT-1). */
    record Authorization(
            UUID operationId,
            long amount,
            String currency,
            @Nullable String note) {}
}
