package dev.samekey.defects.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.defects.common.Answers;
import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A replay is written anew, with the time of the replay. */
final class ReplayRegeneratesBody extends Defect {
    ReplayRegeneratesBody() {
        super(
                "replay-regenerates-body",
                "RPL-2",
                Clauses.REPLAYS,
                "A replay is written anew, with the time of the replay.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.REPLAYS, new OtherReplays(parts.get(Part.REPLAYS), stored -> rewritten(stored, parts.base())));
    }

    private static Answer rewritten(Answer stored, Foundation base) {
        if (stored.body().isEmpty()) {
            return stored;
        }
        ObjectNode document = base.json().read(stored.body(), ObjectNode.class);
        if (document.has("created_at")) {
            document.put("created_at", base.clock().instant().toString());
        }
        return Answers.withBody(stored, base.json().write(document));
    }
}
