package dev.samekey.server.resources.payments;

/** How much of a payment may be refunded. */
@FunctionalInterface
public interface RefundLimit {
    /** Throws the fault that forbids the refund. The payment is locked while this is asked last. */
    void check(Payment payment, long amount);
}
