package dev.samekey.server.defects;

import dev.samekey.server.replica.Parts;

/** A message is sent once, and whoever was not there to hear it never does. */
final class FireAndForget extends NamedDefect {
    FireAndForget() {
        super(
                "fire-and-forget",
                "OBX-2",
                "OBX-3 EXT-4",
                "A message is sent once, and whoever was not there to hear it never does.");
    }

    @Override
    public Parts apply(Parts parts) {
        return Couriers.each(parts, courier -> message -> Couriers.tryOnce(courier, message));
    }
}
