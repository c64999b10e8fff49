package dev.samekey.server.resources.payments;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;

/** A payment is taken back in parts, or as a whole and once (CON-9). */
public final class OneWayBack implements WaysBack {
    @Override
    public void checkRefund(Payment payment) {
        if (payment.wasVoided()) {
            throw new FaultException(Fault.PAYMENT_VOIDED, "A voided payment cannot be refunded.");
        }
    }

    @Override
    public void checkVoid(Payment payment) {
        if (payment.wasVoided()) {
            throw new FaultException(Fault.PAYMENT_VOIDED, "This payment is voided already.");
        }
        if (payment.remaining() < payment.amount()) {
            throw new FaultException(Fault.PAYMENT_REFUNDED, "A refunded payment cannot be voided.");
        }
    }
}
