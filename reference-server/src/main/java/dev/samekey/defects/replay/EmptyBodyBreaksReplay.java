package dev.samekey.defects.replay;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The replay of an outcome without a body is 200 with an empty object. */
final class EmptyBodyBreaksReplay extends Defect {
    EmptyBodyBreaksReplay() {
        super(
                "empty-body-breaks-replay",
                "RPL-11",
                Clauses.REPLAYS + " RPL-1 RPL-2",
                "The replay of an outcome without a body is 200 with an empty object.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.REPLAYS,
                new OtherReplays(
                        parts.get(Part.REPLAYS), stored -> stored.body().isEmpty() ? Answer.ok("{}") : stored));
    }
}
