package dev.samekey.defects.scope;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Keys of all principals are kept together. */
final class GlobalKeyScope extends Defect {
    GlobalKeyScope() {
        super("global-key-scope", "SCP-1", "SCP-2 SCP-4 MIS-7", "Keys of all principals are kept together.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.SCOPE, (principal, call) -> call.method() + " " + call.route());
    }
}
