package dev.samekey.defects.error;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A stored error is given again with its body, and with the content type of a page. */
final class ReplayedErrorIsHtml extends Defect {
    ReplayedErrorIsHtml() {
        super(
                "replayed-error-is-html",
                "ERR-1",
                "",
                "A replayed error has its JSON body and the content type of a page.");
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
                Answer again = replays.again(stored);
                return again.status() < 400 ? again : again.with("Content-Type", "text/html; charset=utf-8");
            }
        });
    }
}
