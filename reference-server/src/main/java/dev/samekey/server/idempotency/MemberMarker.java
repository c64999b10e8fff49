package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Marker;
import dev.samekey.server.http.Answer;
import dev.samekey.server.json.Json;
import org.jspecify.annotations.Nullable;

/** Marks an answer by a member of its body (RPL-3); one without a body stays as it is (RPL-11). */
public final class MemberMarker implements Replays {
    private final Marker marker;
    private final Json json;

    /** The member and its values. */
    public MemberMarker(Marker marker, Json json) {
        this.marker = marker;
        this.json = json;
    }

    @Override
    public Answer first(Answer answer) {
        return marked(answer, marker.first());
    }

    @Override
    public Answer again(Answer stored) {
        return marked(stored, marker.replay());
    }

    private Answer marked(Answer answer, @Nullable Object value) {
        return value == null || answer.body().isEmpty()
                ? answer
                : answer.withBody(json.put(answer.body(), marker.name(), value));
    }
}
