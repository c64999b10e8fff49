package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class LifetimeDefects {
    private LifetimeDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                ExpiresEarly.all(),
                ExpiresEarly.failures(),
                NeverExpires.all(),
                NeverExpires.changes(),
                new ExpiredKeyStaysExpired(),
                new ExpiredKeyRace(),
                new ExpiredKeyKeepsItsPayload(),
                new ExpiredKeyOfAnotherPayload(),
                new FailuresNeverExpire(),
                new ExpirySlides(),
                new OneTtlForAll(),
                PurgingOtherwise.live(),
                PurgingOtherwise.early(),
                PurgingOtherwise.running(),
                PurgingOtherwise.nothing(),
                new ExpiryNotStored(),
                new StuckInProgress(),
                new PollRenewsClaim(),
                new TakeoverNotStored(),
                new UnfencedTakeover(),
                new TakeoverRace());
    }
}
