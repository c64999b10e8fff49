package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Receipt;
import dev.samekey.server.replica.Parts;

/** Every delivery of an event is processed. */
final class NoInbox extends Defect {
    NoInbox() {
        super(
                "no-inbox",
                "EVT-1",
                "EVT-2 EVT-3 EVT-5 EVT-7 EVT-8 EVT-9 EVT-10 EVT-13 STO-8 REV-5",
                "Every delivery of an event is processed.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox((composed, inbox) -> (event, handlers) -> {
            new InboxRow(event).handle(composed.base(), handlers);
            return Receipt.PROCESSED;
        });
    }
}
