package dev.samekey.defects.replay;

import dev.samekey.defects.common.Answers;
import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A replay answers 200 whatever the first answer was. */
final class ReplayAlways200 extends Defect {
    ReplayAlways200() {
        super(
                "replay-always-200",
                "RPL-1",
                Clauses.REPLAYS + " REV-5 ERR-2",
                "A replay answers 200 whatever the first answer was.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.REPLAYS, new OtherReplays(parts.get(Part.REPLAYS), stored -> Answers.withStatus(stored, 200)));
    }
}
