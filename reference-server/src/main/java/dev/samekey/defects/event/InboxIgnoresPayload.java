package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.json.Digest;
import dev.samekey.server.replica.Parts;

/** A known id with another payload is taken for a duplicate, and nobody hears of it. */
final class InboxIgnoresPayload extends Defect {
    InboxIgnoresPayload() {
        super(
                "inbox-ignores-payload",
                "EVT-10",
                "",
                "A known id with another payload is taken for a duplicate, and nobody hears of it.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox(
                (composed, inbox) -> (event, handlers) -> inbox.receive(withoutPayload(event), handlers));
    }

    private static Event withoutPayload(Event event) {
        String hash = Digest.sha256(event.id());
        return new Event(event.source(), event.id(), event.type(), hash, event.payload(), event.data());
    }
}
