package dev.samekey.server.resources.payments;

/** In which ways a payment may be taken back. Each throws the fault that forbids it; the payment is locked while it is asked last. */
public interface WaysBack {
    /** In parts, however much that is. */
    void checkRefund(Payment payment);

    /** As a whole. */
    void checkVoid(Payment payment);
}
