package dev.samekey.defects.replay;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A stored body has no room for more than some letters. */
final class ReplayIsCutOff extends Defect {
    /** More than bodies usually have here. */
    private static final int ROOM = 450;

    ReplayIsCutOff() {
        super("long-replay-cut-off", "RPL-13", "", "The replay of a long body has its first " + ROOM + " letters.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.REPLAYS, new OtherReplays(parts.get(Part.REPLAYS), ReplayIsCutOff::cutOff));
    }

    private static Answer cutOff(Answer stored) {
        String body = stored.body();
        return body.length() <= ROOM
                ? stored
                : new Answer(stored.status(), stored.headers(), body.substring(0, ROOM), stored.errorCode());
    }
}
