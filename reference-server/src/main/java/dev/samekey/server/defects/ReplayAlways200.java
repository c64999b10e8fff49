package dev.samekey.server.defects;

import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A replay answers 200 whatever the first answer was. */
final class ReplayAlways200 extends NamedDefect {
    ReplayAlways200() {
        super(
                "replay-always-200",
                "RPL-1",
                Clauses.REPLAYS + " REV-5",
                "A replay answers 200 whatever the first answer was.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.REPLAYS, new OtherReplays(parts.get(Part.REPLAYS), stored -> Answers.withStatus(stored, 200)));
    }
}
