package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Receipt;
import dev.samekey.server.replica.Parts;

/** The inbox row says that an event came, and not what became of it. */
final class InboxWithoutResult extends Defect {
    private static final String FORGET =
            "update inbox set processed_at = null, result = null where source = ? and event_id = ?";

    InboxWithoutResult() {
        super("inbox-without-result", "EVT-9", "", "The inbox row says that an event came, and not what became of it.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox((composed, inbox) -> (event, handlers) -> {
            Receipt receipt = inbox.receive(event, handlers);
            composed.base().jdbi().useHandle(handle -> handle.execute(FORGET, event.source(), event.id()));
            return receipt;
        });
    }
}
