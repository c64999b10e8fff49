package dev.samekey.defects.outbox;

import dev.samekey.defects.common.Couriers;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Parts;

/** A message is sent once: a sink that is down then never receives it. */
final class FireAndForget extends Defect {
    FireAndForget() {
        super(
                "fire-and-forget",
                "OBX-2",
                "OBX-3 EXT-4",
                "A message is sent once: a sink that is down then never receives it.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return Couriers.each(parts, courier -> message -> Couriers.tryOnce(courier, message));
    }
}
