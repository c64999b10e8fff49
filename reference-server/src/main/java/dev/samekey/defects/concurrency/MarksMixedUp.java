package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Replays;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Whether a response is a replay is kept in one place for all requests, so that simultaneous ones mix it up. */
final class MarksMixedUp extends Defect {
    private static final long WHILE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private volatile boolean isReplay;

    MarksMixedUp() {
        super(
                "marks-mixed-up",
                "CON-12",
                "KEY-5 KEY-8 RPL-3 RPL-6 RPL-8 RPL-12 RPL-13 MIS-2 CON-2 CON-4 CON-5 SCP-2 SCP-3 SCP-5 TTL-1 TTL-2 STO-5 REV-1 OBS-2",
                "Whether a response is a replay is kept in one place for all requests, so that simultaneous ones mix it up.");
    }

    @Override
    public Parts apply(Parts parts) {
        Replays replays = parts.get(Part.REPLAYS);
        return parts.with(Part.REPLAYS, new Replays() {
            @Override
            public Answer first(Answer answer) {
                return marked(answer, false);
            }

            @Override
            public Answer again(Answer stored) {
                return marked(stored, true);
            }

            private Answer marked(Answer answer, boolean again) {
                isReplay = again;
                LockSupport.parkNanos(WHILE_NANOS);
                return isReplay ? replays.again(answer) : replays.first(answer);
            }
        });
    }
}
