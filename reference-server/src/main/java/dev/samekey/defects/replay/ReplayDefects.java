package dev.samekey.defects.replay;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.FailuresInMemory;
import java.time.Duration;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class ReplayDefects {
    private ReplayDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new ReplayAlways200(),
                new ReplayRegeneratesBody(),
                ReplayUnmarked.all(),
                ReplayUnmarked.failures(),
                new FirstAnswersMarked(),
                new ReExecutesOnReplay(),
                OutcomeStoredLate.justAfterTheResponse(),
                new LateDoubleWrite(),
                new ReplayGrowsEntry(),
                new ReplayReadsCurrentState(),
                new FailureReplayedAsSuccess(),
                new ReplayDropsLocation(),
                new ReplayHasNewestEtag(),
                new PerProcessStore(),
                FailuresInMemory.ofEachReplica(),
                OutcomeStoredLate.byHalfASecond(),
                new DisconnectFreesKey(),
                new ReplayCallsProvider(),
                new EmptyBodyBreaksReplay(),
                new ClientHeaderForgesReplay(),
                BrokenReplay.hanging(Duration.ofSeconds(15)),
                BrokenReplay.truncated(),
                new ReplayIsCutOff(),
                ReplayHasOldHeader.cookie(),
                ReplayHasOldHeader.requestId());
    }
}
