package dev.samekey.defects.storage;

import dev.samekey.defects.common.CachesTransient;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.FailuresInMemory;
import java.util.List;
import java.util.Set;

/** One row for each defect of this group, in the order in which they are listed. */
public final class StorageDefects {
    private StorageDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new EffectOutsideTransaction(),
                new RecordAfterResponse(),
                new UnseenOutcomeAnew(),
                new RecordBeforeEffect(),
                new TakeoverByOwnerOnly(),
                new MemoryOnlyStore(),
                new EffectsInMemory(),
                FailuresInMemory.shared(),
                new CachesTransient(
                        "caches-transient-5xx",
                        "STO-5",
                        "CON-11 EXT-1 EXT-2",
                        "A 502, 503 or 504 is kept as the outcome of its key.",
                        Set.of(502, 503, 504)),
                new RetriedSuccessNotStored(),
                new NoUniqueConstraint(),
                new RecordWithoutStatus(),
                new CompletedRecordMutates(),
                new DeclinedForgetsOthers(),
                new FailsOpen(),
                new EffectSurvivesFailure());
    }
}
