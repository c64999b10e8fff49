package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Receipt;
import dev.samekey.server.replica.Parts;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Only the newest event about a thing is known: one that came before it is handled again when it is delivered again. */
final class InboxRemembersNewest extends Defect {
    private final Map<String, String> newest = new ConcurrentHashMap<>();

    InboxRemembersNewest() {
        super(
                "inbox-remembers-newest",
                "EVT-1",
                "STO-8",
                "Only the newest event about a thing is known: one before it is handled again when it is delivered again.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox((composed, inbox) -> (event, handlers) -> {
            String thing = event.data().object().path("refund_id").asText(event.id());
            boolean isOlder = !newest.getOrDefault(thing, event.id()).equals(event.id());
            newest.put(thing, event.id());
            Receipt receipt = inbox.receive(event, handlers);
            if (isOlder && receipt == Receipt.DUPLICATE) {
                new InboxRow(event).handle(composed.base(), handlers);
            }
            return receipt;
        });
    }
}
