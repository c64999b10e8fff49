package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Marker;
import dev.samekey.server.http.Answer;

/** Gives the answer as it is, byte for byte (RPL-1, RPL-2), and marks in a header which of the two it is (RPL-3). */
public final class HeaderMarker implements Replays {
    private final Marker marker;

    /** The header and its values. */
    public HeaderMarker(Marker marker) {
        this.marker = marker;
    }

    @Override
    public Answer first(Answer answer) {
        return marker.first() == null
                ? answer
                : answer.with(marker.name(), marker.first().toString());
    }

    @Override
    public Answer again(Answer stored) {
        return stored.with(marker.name(), marker.replay().toString());
    }
}
