package dev.samekey.server.defects;

import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A replay answers 200 whatever the first answer was. */
final class ReplayAlways200 extends NamedDefect {
    ReplayAlways200() {
        super("replay-always-200", "RPL-1", Clauses.REPLAYS, "A replay answers 200 whatever the first answer was.");
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
                return replays.again(Answers.withStatus(stored, 200));
            }
        });
    }
}
