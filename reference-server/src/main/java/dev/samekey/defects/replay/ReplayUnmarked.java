package dev.samekey.defects.replay;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A replay carries no marker. */
final class ReplayUnmarked extends Defect {
    ReplayUnmarked() {
        super("replay-unmarked", "RPL-3", Clauses.REPLAYS + " OBS-2 OBS-3", "A replay carries no marker.");
    }

    @Override
    public Parts apply(Parts parts) {
        Replays replays = parts.get(Part.REPLAYS);
        return parts.with(Part.REPLAYS, new Replays() {
            @Override
            public Answer first(Answer answer) {
                return replays.first(answer);
            }

            @Override
            public Answer again(Answer stored) {
                return stored;
            }
        });
    }
}
