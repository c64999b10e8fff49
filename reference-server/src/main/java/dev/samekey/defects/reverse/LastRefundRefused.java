package dev.samekey.defects.reverse;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.resources.payments.RefundLimit;

/** A refund of exactly what is left of a payment is refused. */
final class LastRefundRefused extends Defect {
    LastRefundRefused() {
        super("last-refund-refused", "REV-4", "REV-1", "A refund of exactly what is left of a payment is refused.");
    }

    @Override
    public Parts apply(Parts parts) {
        RefundLimit limit = parts.get(Part.REFUND_LIMIT);
        return parts.with(Part.REFUND_LIMIT, (payment, amount) -> {
            limit.check(payment, amount);
            if (amount == payment.remaining()) {
                throw new FaultException(
                        Fault.REFUND_EXCEEDS_REMAINING, "Only " + payment.remaining() + " of this payment is left.");
            }
        });
    }
}
