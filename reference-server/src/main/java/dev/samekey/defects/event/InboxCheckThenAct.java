package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.inbox.EventHandler;
import dev.samekey.server.inbox.Receipt;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Parts;
import java.util.List;

/** The inbox is looked up first and written last: deliveries that overlap are all processed. */
final class InboxCheckThenAct extends Defect {
    InboxCheckThenAct() {
        super(
                "inbox-check-then-act",
                "EVT-3",
                "EVT-5 EVT-7 EVT-8 EVT-9 EVT-10 EVT-13 REV-5",
                "The inbox is looked up first and written last: deliveries that overlap are all processed.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox((composed, inbox) -> (event, handlers) -> receive(event, handlers, composed.base()));
    }

    private static Receipt receive(Event event, List<EventHandler> handlers, Foundation base) {
        InboxRow row = new InboxRow(event);
        if (row.isKnown(base)) {
            return Receipt.DUPLICATE;
        }
        handlers.forEach(handler -> handler.prepare(event));
        base.jdbi().useTransaction(transaction -> {
            handlers.forEach(handler -> handler.handle(transaction, event));
            row.insert(transaction, base);
        });
        return Receipt.PROCESSED;
    }
}
