package dev.samekey.server.idempotency;

import dev.samekey.server.http.Answer;

/** Gives a replayed success another status than the first answer had (RPL-1). A failure keeps its own (RPL-6). */
public final class StatusOfReplays implements Replays {
    private final int status;
    private final Replays replays;

    /** Everything but the status is as these replays give it. */
    public StatusOfReplays(int status, Replays replays) {
        this.status = status;
        this.replays = replays;
    }

    @Override
    public Answer first(Answer answer) {
        return replays.first(answer);
    }

    @Override
    public Answer again(Answer stored) {
        Answer again = replays.again(stored);
        return again.status() < 300 ? again.withStatus(status) : again;
    }
}
