package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.replica.Parts;

/** An event is known by its id alone: that of another source with the same id is taken for a duplicate. */
final class InboxIgnoresSource extends Defect {
    InboxIgnoresSource() {
        super(
                "inbox-ignores-source",
                "EVT-4",
                "EVT-2",
                "An event is known by its id alone: that of another source with the same id is taken for a duplicate.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox(
                (composed, inbox) -> (event, handlers) -> inbox.receive(withoutSource(event), handlers));
    }

    private static Event withoutSource(Event event) {
        return new Event("anyone", event.id(), event.type(), event.payloadHash(), event.payload(), event.data());
    }
}
