package dev.samekey.defects.mismatch;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.MismatchRunsInProgress;
import java.time.Duration;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class MismatchDefects {
    private MismatchDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new MismatchReplays(),
                new FailureForgetsPayload(),
                new MismatchOverwritesRecord(),
                new HashesRawBytes(),
                new HashesRawForm(),
                RespelledPayload.rawNumbers(),
                new HashesVolatileFields(),
                new HashesAmountOnly(),
                new MismatchLeaksFirstBody(),
                new MismatchRunsInProgress(
                        "mismatch-unchecked-in-progress",
                        "MIS-8",
                        "CON-5 OBS-2 OBS-3",
                        "Another payload that comes while the first one is running is run too.",
                        Duration.ofDays(1)),
                new WaiterSkipsFingerprint(),
                new StoresWeakHash(),
                RespelledPayload.doubles(),
                RespelledPayload.rounded(),
                RespelledPayload.normalised(),
                RespelledPayload.cut(),
                LoosePayload.lists(),
                LoosePayload.nulls());
    }
}
