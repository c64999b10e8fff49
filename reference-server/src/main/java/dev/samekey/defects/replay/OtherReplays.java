package dev.samekey.defects.replay;

import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Replays;
import java.util.function.UnaryOperator;

/** Replays whose stored answer is changed before it is given again. */
record OtherReplays(Replays replays, UnaryOperator<Answer> change) implements Replays {
    @Override
    public Answer first(Answer answer) {
        return replays.first(answer);
    }

    @Override
    public Answer again(Answer stored) {
        return replays.again(change.apply(stored));
    }
}
