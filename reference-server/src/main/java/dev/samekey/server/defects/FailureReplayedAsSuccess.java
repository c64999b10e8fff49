package dev.samekey.server.defects;

import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The replay of a failure is told as a success. */
final class FailureReplayedAsSuccess extends NamedDefect {
    FailureReplayedAsSuccess() {
        super(
                "failure-replayed-as-success",
                "RPL-6",
                "CON-11 STO-5 REV-1 ERR-2 OBS-2 OBS-8",
                "The replay of a failure is told as a success.");
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
                return replays.again(
                        stored.status() < 400 ? stored : Answer.created("/", "{\"status\":\"succeeded\"}"));
            }
        });
    }
}
