package dev.samekey.defects.event;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.inbox.Receipt;
import dev.samekey.server.replica.Parts;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An event is known by the thing that it is about: the next one about it is taken for a duplicate. */
final class InboxRemembersThing extends Defect {
    private final Map<String, String> first = new ConcurrentHashMap<>();

    InboxRemembersThing() {
        super(
                "inbox-remembers-thing",
                "EVT-4",
                "EVT-6",
                "An event is known by the thing that it is about: the next one about it is taken for a duplicate.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox((composed, inbox) -> (event, handlers) -> {
            String known = first.putIfAbsent(thing(event), event.id());
            return known == null || known.equals(event.id()) ? inbox.receive(event, handlers) : Receipt.DUPLICATE;
        });
    }

    private static String thing(Event event) {
        JsonNode data = event.data().object();
        return data.path("refund_id").asText(data.path("partner_id").asText(event.id()));
    }
}
