package dev.samekey.server.defects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A replay is written anew, with the time of the replay. */
final class ReplayRegeneratesBody extends NamedDefect {
    ReplayRegeneratesBody() {
        super(
                "replay-regenerates-body",
                "RPL-2",
                Clauses.REPLAYS,
                "A replay is written anew, with the time of the replay.");
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
                return replays.again(Answers.withBody(stored, rewritten(stored.body(), parts.base())));
            }
        });
    }

    private static String rewritten(String body, Foundation base) {
        ObjectNode document = base.json().read(body, ObjectNode.class);
        if (document.has("created_at")) {
            document.put("created_at", base.clock().instant().toString());
        }
        return base.json().write(document);
    }
}
