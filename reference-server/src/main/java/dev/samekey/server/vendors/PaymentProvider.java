package dev.samekey.server.vendors;

import java.util.UUID;

/** Whoever moves the money. Its refusals are faults: final ones such as insufficient funds, or transient ones. */
public interface PaymentProvider {
    /**
     * Asks leave. An authorization moves nothing, and lapses when it is not used, so it may be asked for before the
     * transaction that decides. What the provider approved before under the same key it approves again, and does not act
     * again; to whoever asks that is the same (EXT-5).
     */
    Approval authorize(Authorization authorization);

    /** Confirms that the refund of this operation has been settled, as an event from outside claims. */
    void confirm(UUID operationId);

    /** Whether the provider acted now or had done so before. */
    enum Approval {
        NEW,
        KNOWN
    }

    /**
     * What is asked for, such as a refund, and how much of it in minor units. The operation id is the provider's
     * idempotency key: every attempt at one operation carries the same (EXT-1).
     */
    record Authorization(String kind, UUID operationId, long amount, String currency, String reference) {}
}
