package dev.samekey.defects.condition;

import dev.samekey.defects.common.Calls;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Parts;

/** An update does not look at the version that it is for. */
final class IgnoresIfMatch extends Defect {
    IgnoresIfMatch() {
        super("ignores-if-match", "CND-1", "", "An update does not look at the version that it is for.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundHandlers(
                (composed, handler) -> call -> handler.handle(Calls.withoutHeader(call, "If-Match")));
    }
}
