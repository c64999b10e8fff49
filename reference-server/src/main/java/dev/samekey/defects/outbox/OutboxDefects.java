package dev.samekey.defects.outbox;

import dev.samekey.defects.common.Defect;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class OutboxDefects {
    private OutboxDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new PublishThenCommit(),
                new CommitThenPublish(),
                new FireAndForget(),
                new RelayPassesSlowOperation(),
                new OutboxDedupesByPayload(),
                new NewIdPerAttempt(),
                new SignatureMadeOnce(),
                new EventPerRequest(),
                new EventBeforeCommit());
    }
}
