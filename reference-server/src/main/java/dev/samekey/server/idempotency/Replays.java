package dev.samekey.server.idempotency;

import dev.samekey.server.http.Answer;

/** How an outcome is given: the first time, and every time after. */
public interface Replays {
    Answer first(Answer answer);

    Answer again(Answer stored);

    /** Where nothing tells a replay from a first answer. */
    static Replays unmarked() {
        return new Replays() {
            @Override
            public Answer first(Answer answer) {
                return answer;
            }

            @Override
            public Answer again(Answer stored) {
                return stored;
            }
        };
    }
}
