package dev.samekey.server.idempotency;

import dev.samekey.server.http.Answer;

/** How an outcome is given: the first time, and every time after. */
public interface Replays {
    Answer first(Answer answer);

    Answer again(Answer stored);
}
