package dev.samekey.defects.replay;

import dev.samekey.defects.common.Answers;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A replay does not say where the resource is. */
final class ReplayDropsLocation extends Defect {
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
