package dev.samekey.server.defects;

import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.webhooks.Delivery.Result;

/** Every delivery of an event is processed. */
final class NoInbox extends NamedDefect {
    NoInbox() {
        super(
                "no-inbox",
                "EVT-1",
                "EVT-2 EVT-3 EVT-5 EVT-7 EVT-9 EVT-10 EVT-13 REV-5",
                "Every delivery of an event is processed.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.INBOX, (event, handler) -> {
            handler.prepare(event);
            parts.base().jdbi().useTransaction(transaction -> handler.handle(transaction, event));
            return Result.PROCESSED;
        });
    }
}
