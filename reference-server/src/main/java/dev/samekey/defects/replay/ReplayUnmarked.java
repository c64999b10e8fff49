package dev.samekey.defects.replay;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A replay carries no marker, or the replay of a failure does not. */
final class ReplayUnmarked extends Defect {
    private final boolean onlyFailures;

    private ReplayUnmarked(String name, String follows, String how, boolean onlyFailures) {
        super(name, "RPL-3", follows, how);
        this.onlyFailures = onlyFailures;
    }

    static ReplayUnmarked all() {
        return new ReplayUnmarked(
                "replay-unmarked", Clauses.REPLAYS + " OBS-2 OBS-3", "A replay carries no marker.", false);
    }

    static ReplayUnmarked failures() {
        return new ReplayUnmarked(
                "replayed-failure-unmarked", "OBS-2 OBS-3", "The replay of a failure carries no marker.", true);
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
                return onlyFailures && stored.status() < 400 ? replays.again(stored) : stored;
            }
        });
    }
}
