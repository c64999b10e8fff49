package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Contract.Marker;
import dev.samekey.server.http.Answer;

/** Gives the stored answer as it was, byte for byte (RPL-1, RPL-2), and marks which of the two it is (RPL-3). */
public final class MarkedReplays implements Replays {
    private final Marker marker;

    /** The header and its two values. */
    public MarkedReplays(Marker marker) {
        this.marker = marker;
    }

    @Override
    public Answer first(Answer answer) {
        return answer.with(marker.header(), marker.stored());
    }

    @Override
    public Answer again(Answer stored) {
        return stored.with(marker.header(), marker.replayed());
    }
}
