package dev.samekey.defects.key;

import dev.samekey.defects.common.DedupesByPayload;
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
                new LongKeysNotStored(),
                EmptyKeyAccepted.refusedOtherwise(),
                EmptyKeyAccepted.shared(),
                RewrittenKey.truncated(),
                RewrittenKey.caseFolded(),
                RewrittenKey.caseOfUuidsFolded(),
                new DedupesByPayload(
                        "dedupes-by-payload",
                        "KEY-5",
                        "KEY-2 KEY-4 KEY-7 KEY-8 CON-6 CON-9 TTL-2 REV-1 REV-4 REV-5 OBS-2 OBS-3",
                        "A new key with a known payload gets the outcome of the key that brought this payload first.",
                        ""),
                new CachesSafeMethods(),
                new DeleteNotCovered(),
                ValidationErrorConsumesKey.forGood(),
                ValidationErrorConsumesKey.untilAfterTheResponse(),
                new MissingKeyBlocksCorrection(),
                new RefusedCredentialsConsumeKey(),
                RefusesLargestBody.alone(),
                RefusesLargestBody.withHeaders(),
                new KeylessShareARecord(),
                new RepeatedKeyHeaderAccepted());
    }
}
