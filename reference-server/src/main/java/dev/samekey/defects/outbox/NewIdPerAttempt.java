package dev.samekey.defects.outbox;

import dev.samekey.defects.common.Couriers;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Messages;
import dev.samekey.server.replica.Parts;

/** Each attempt to deliver a message gives it another id. */
final class NewIdPerAttempt extends Defect {
    NewIdPerAttempt() {
        super(
                "new-id-per-attempt",
                "OBX-3",
                "EXT-4 OBX-2",
                "Each attempt to deliver a message gives it another id, so that the sink takes it for another message.");
    }

    @Override
    public Parts apply(Parts parts) {
        return Couriers.each(parts, courier -> message -> courier.deliver(Messages.another(message)));
    }
}
