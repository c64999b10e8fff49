package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class EventDefects {
    private EventDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new NoInbox(),
                new InboxRemembersNewest(),
                new DuplicateRejected(),
                InboxCheckThenAct.without(),
                InboxCheckThenAct.withLockInProcess(),
                new InboxIgnoresSource(),
                new InboxRemembersThing(),
                new SharedHandlerKey(),
                new AssumesOrder(),
                new AckBeforeHandle(),
                new RetriesForever(),
                new DuplicateResetsAttempts(),
                new PoisonHoldsUpOthers(),
                new RedriveDoesNothing(),
                new InboxAfterEffect(),
                new InboxWithoutResult(),
                new InboxIgnoresPayload(),
                new LastPayloadWins(),
                new UnsignedAccepted(),
                new SignatureStaleTooSoon(),
                new SignatureOverRewrittenBody(),
                new NullIdCollides(),
                new SilentConsumer());
    }
}
