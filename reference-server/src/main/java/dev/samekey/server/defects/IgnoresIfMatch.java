package dev.samekey.server.defects;

import dev.samekey.server.replica.Parts;

/** An update does not look at the version that it is for. */
final class IgnoresIfMatch extends NamedDefect {
    IgnoresIfMatch() {
        super("ignores-if-match", "CND-1", "", "An update does not look at the version that it is for.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundHandlers(
                (composed, handler) -> call -> handler.handle(Calls.withoutHeader(call, "If-Match")));
    }
}
