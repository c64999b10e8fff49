package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Receipt;
import dev.samekey.server.replica.Parts;

/** An event is acknowledged as processed and handled afterwards: a handler that fails then has had its chance. */
final class AckBeforeHandle extends Defect {
    AckBeforeHandle() {
        super(
                "ack-before-handle",
                "EVT-7",
                "EVT-1 EVT-3 EVT-4 EVT-5 EVT-6 EVT-8 EVT-9 EVT-10 EVT-11 EVT-13 REV-5",
                "An event is acknowledged as processed and handled afterwards: a handler that fails then has had its"
                        + " chance.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox((composed, inbox) -> (event, handlers) -> {
            InboxRow row = new InboxRow(event);
            boolean isNew =
                    composed.base().jdbi().inTransaction(transaction -> row.insert(transaction, composed.base()));
            if (!isNew) {
                return Receipt.DUPLICATE;
            }
            Thread afterwards = new Thread(() -> row.handle(composed.base(), handlers), "afterwards");
            afterwards.setDaemon(true);
            afterwards.start();
            return Receipt.PROCESSED;
        });
    }
}
