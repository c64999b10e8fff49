package dev.samekey.defects.documentation;

import dev.samekey.defects.common.Defect;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class DocumentationDefects {
    private DocumentationDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(Undocumented.key(), Undocumented.mismatch(), Undocumented.lifetime(), Undocumented.retries());
    }
}
