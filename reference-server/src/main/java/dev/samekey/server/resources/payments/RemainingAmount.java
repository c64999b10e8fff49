package dev.samekey.server.resources.payments;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;

/** Never more than is left (REV-4). */
public final class RemainingAmount implements RefundLimit {
    @Override
    public void check(Payment payment, long amount) {
        if (amount > payment.remaining()) {
            throw new FaultException(
                    Fault.REFUND_EXCEEDS_REMAINING, "Only " + payment.remaining() + " of this payment is left.");
        }
    }
}
