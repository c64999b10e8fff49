package dev.samekey.defects.scope;

import dev.samekey.defects.common.Defect;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class ScopeDefects {
    private ScopeDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new GlobalKeyScope(),
                KeyOfLastUser.principal(),
                InProgressForAll.principals(),
                InProgressForAll.principalsWait(),
                new ReplayCrossesPrincipals(),
                new ScopeIgnoresRoute(),
                new ReplayCrossesRoutes(),
                new ReplayCrossesParents(),
                new ScopeIgnoresTenant(),
                KeyOfLastUser.tenant(),
                InProgressForAll.tenants(),
                InProgressForAll.tenantsWait(),
                new ScopeIncludesConnection(),
                new ScopeIncludesPrincipal(),
                new ReplayBeforeAuth());
    }
}
