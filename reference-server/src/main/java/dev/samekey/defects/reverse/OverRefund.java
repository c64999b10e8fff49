package dev.samekey.defects.reverse;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A payment can be refunded beyond what is left of it. */
final class OverRefund extends Defect {
    OverRefund() {
        super("over-refund", "REV-4", "CON-9 REV-1 REV-5", "A payment can be refunded beyond what is left of it.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.REFUND_LIMIT, (payment, amount) -> {
            // Any amount will do.
        });
    }
}
