package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.inbox.Receipt;
import dev.samekey.server.replica.Parts;

/** A duplicate delivery is refused, so that the producer sends it again and again. */
final class DuplicateRejected extends Defect {
    DuplicateRejected() {
        super(
                "duplicate-rejected",
                "EVT-2",
                "EVT-1 EVT-3 EVT-9 EVT-10 EVT-13",
                "A duplicate delivery is refused, so that the producer sends it again and again.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox((composed, inbox) -> (event, handlers) -> {
            Receipt receipt = inbox.receive(event, handlers);
            if (receipt == Receipt.DUPLICATE) {
                throw new FaultException(Fault.PAYLOAD_MISMATCH, "This event was delivered already.");
            }
            return receipt;
        });
    }
}
