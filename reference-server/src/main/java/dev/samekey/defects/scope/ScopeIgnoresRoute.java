package dev.samekey.defects.scope;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Keys of all routes are kept together. */
final class ScopeIgnoresRoute extends Defect {
    ScopeIgnoresRoute() {
        super("scope-ignores-route", "SCP-3", "KEY-7 REV-1", "Keys of all routes are kept together.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.SCOPE, (principal, call) -> principal.name());
    }
}
