package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Deliveries leave no line in the log. */
final class SilentConsumer extends Defect {
    SilentConsumer() {
        super("silent-consumer", "EVT-13", "", "Deliveries leave no line in the log.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.DELIVERIES, (delivery, correlationId) -> {
            // Nobody asked.
        });
    }
}
