package dev.samekey.defects.condition;

import dev.samekey.defects.common.Defect;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class ConditionDefects {
    private ConditionDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new IgnoresIfMatch(),
                new VersionOfASecond(),
                new RetryBecomes412(),
                StaleRefusal.forgotten(),
                StaleRefusal.kept());
    }
}
