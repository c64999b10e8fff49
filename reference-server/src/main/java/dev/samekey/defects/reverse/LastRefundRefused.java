package dev.samekey.defects.reverse;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.resources.payments.RefundLimit;

/** The last of what is left of a payment is not refunded. */
final class LastRefundRefused extends Defect {
    private final long kept;

    /** @param kept how much must be left after a refund */
    private LastRefundRefused(String name, String how, long kept) {
        super(name, "REV-4", "REV-5", how);
        this.kept = kept;
    }

    static LastRefundRefused exactly() {
        return new LastRefundRefused(
                "last-refund-refused", "A refund of exactly what is left of a payment is refused.", 1);
    }

    static LastRefundRefused lessFee() {
        return new LastRefundRefused(
                "fee-off-what-is-left",
                "A refund is refused that leaves less of a payment than a fee of 10 minor units.",
                10);
    }

    @Override
    public Parts apply(Parts parts) {
        RefundLimit limit = parts.get(Part.REFUND_LIMIT);
        return parts.with(Part.REFUND_LIMIT, (payment, amount) -> {
            limit.check(payment, amount);
            if (payment.remaining() - amount < kept) {
                throw new FaultException(
                        Fault.REFUND_EXCEEDS_REMAINING, "Only " + payment.remaining() + " of this payment is left.");
            }
        });
    }
}
