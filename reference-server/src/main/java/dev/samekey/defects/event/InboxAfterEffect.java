package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Receipt;
import dev.samekey.server.replica.Parts;

/** The inbox row is written after the event was handled: a crash in between loses the record of it. */
final class InboxAfterEffect extends Defect {
    InboxAfterEffect() {
        super(
                "inbox-after-effect",
                "EVT-9",
                "EVT-3 EVT-5 EVT-7 EVT-8 EVT-10 EVT-13 REV-5",
                "The inbox row is written after the event was handled: a crash in between loses the record of it.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox((composed, inbox) -> (event, handlers) -> {
            InboxRow row = new InboxRow(event);
            if (row.isKnown(composed.base())) {
                return Receipt.DUPLICATE;
            }
            row.handle(composed.base(), handlers);
            composed.base().jdbi().useTransaction(transaction -> row.insert(transaction, composed.base()));
            return Receipt.PROCESSED;
        });
    }
}
