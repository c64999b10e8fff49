package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class KeyDefects {
    private KeyDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new AcceptsMissingKey(),
                new RefusesLegalKeys(),
                new EmptyKeyAccepted(),
                RewrittenKey.truncated(),
                RewrittenKey.caseFolded(),
                RewrittenKey.caseOfUuidsFolded(),
                new DedupesByPayload(),
                new CachesSafeMethods(),
                new DeleteNotCovered(),
                new ValidationErrorConsumesKey(),
                new MissingKeyBlocksCorrection(),
                new RefusesLargestBody(),
                new KeylessShareARecord(),
                new RepeatedKeyHeaderAccepted());
    }
}
