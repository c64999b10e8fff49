package dev.samekey.defects.error;

import dev.samekey.defects.common.CachesTransient;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import java.util.List;
import java.util.Set;

/** One row for each defect of this group, in the order in which they are listed. */
public final class ErrorDefects {
    private ErrorDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new HtmlErrorPage(),
                new ReplayedErrorIsHtml(),
                new AllErrors500(),
                new RefusalWithoutRetryAfter(Fault.RATE_LIMITED, 429),
                new RefusalWithoutRetryAfter(Fault.DEPENDENCY_UNAVAILABLE, 503),
                new CachesTransient(
                        "429-cached", "ERR-4", "", "A 429 is kept as the outcome of its key.", Set.of(429)));
    }
}
