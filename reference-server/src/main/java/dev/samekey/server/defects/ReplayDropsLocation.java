package dev.samekey.server.defects;

import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A replay does not say where the resource is. */
final class ReplayDropsLocation extends NamedDefect {
    ReplayDropsLocation() {
        super("replay-drops-location", "RPL-7", "", "A replay does not say where the resource is.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.REPLAYS,
                new OtherReplays(parts.get(Part.REPLAYS), stored -> Answers.withoutHeader(stored, "Location")));
    }
}
