package dev.samekey.defects.replay;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A first answer carries the mark of a replay too. */
final class FirstAnswersMarked extends Defect {
    FirstAnswersMarked() {
        super("first-answers-marked", "RPL-3", "RPL-12", "A first answer carries the mark of a replay too.");
    }

    @Override
    public Parts apply(Parts parts) {
        Replays replays = parts.get(Part.REPLAYS);
        return parts.with(Part.REPLAYS, new Replays() {
            @Override
            public Answer first(Answer answer) {
                return replays.again(answer);
            }

            @Override
            public Answer again(Answer stored) {
                return replays.again(stored);
            }
        });
    }
}
