package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.MismatchRunsInProgress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One row for each defect of this group, in the order in which they are listed. */
public final class ConcurrencyDefects {
    private ConcurrencyDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new CheckThenAct(),
                new SilentDoubleWrite(),
                new LoserGets500(),
                new InProgressWithoutRetryAfter(),
                new InProgressElsewhere(),
                new RetryAfterBeyondContract(),
                new InProgressForever(),
                new MismatchRunsInProgress(
                        "race-mismatch-executes",
                        "CON-5",
                        "MIS-8 OBS-2 OBS-3",
                        "Another payload that comes within a tenth of a second of the first one is run too.",
                        Duration.ofMillis(100)),
                GlobalLock.ofUsualOperations(),
                GlobalLock.ofSlowPayments(),
                new InProcessMutex(),
                new LoserActsLater(),
                new StartFreesClaims(),
                new WaitsForever(),
                LimitLookedAtEarly.ofRefunds(),
                LimitLookedAtEarly.ofKinds(),
                LeaseShorterThanHandler.ofAWhile(),
                LeaseShorterThanHandler.ofAMoment(),
                LeaseShorterThanHandler.belowTheTimeout(),
                new DuplicateOfFailureGets500(),
                new MarksMixedUp());
    }

    /** The defect called {@code check-then-act-<window>ms}, or nothing for any other name. */
    public static Optional<Defect> within(String name) {
        return CheckThenActWithin.named(name);
    }
}
