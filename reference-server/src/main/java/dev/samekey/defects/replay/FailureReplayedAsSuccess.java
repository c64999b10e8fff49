package dev.samekey.defects.replay;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The replay of a failure is told as a success. */
final class FailureReplayedAsSuccess extends Defect {
    FailureReplayedAsSuccess() {
        super(
                "failure-replayed-as-success",
                "RPL-6",
                "RPL-8 CON-11 STO-5 STO-8 REV-1 REV-5 CND-3 ERR-2 OBS-2",
                "The replay of a failure is told as a success.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.REPLAYS,
                new OtherReplays(
                        parts.get(Part.REPLAYS),
                        stored -> stored.status() < 400 ? stored : Answer.created("/", "{\"status\":\"succeeded\"}")));
    }
}
