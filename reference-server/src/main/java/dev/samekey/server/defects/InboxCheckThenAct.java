package dev.samekey.server.defects;

import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.webhooks.Delivery.Result;
import dev.samekey.server.webhooks.Event;
import dev.samekey.server.webhooks.EventHandler;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** The inbox is looked up first and written last: deliveries that overlap are all processed. */
final class InboxCheckThenAct extends NamedDefect {
    private static final String INSERT = """
            insert into inbox (source, event_id, payload_hash, received_at, processed_at, result)
            values (:source, :id, :payloadHash, :now, :now, 'processed') on conflict do nothing""";

    InboxCheckThenAct() {
        super(
                "inbox-check-then-act",
                "EVT-3",
                "EVT-9 EVT-13 REV-5",
                "The inbox is looked up first and written last: deliveries that overlap are all processed.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.INBOX, (event, handler) -> receive(event, handler, parts.base()));
    }

    private static Result receive(Event event, EventHandler handler, Foundation base) {
        if (base.jdbi().withHandle(handle -> isKnown(handle, event))) {
            return Result.DUPLICATE;
        }
        handler.prepare(event);
        base.jdbi().useTransaction(transaction -> {
            handler.handle(transaction, event);
            insert(transaction, event, base.clock().instant());
        });
        return Result.PROCESSED;
    }

    private static boolean isKnown(Handle handle, Event event) {
        return handle.select("select 1 from inbox where source = ? and event_id = ?", event.source(), event.id())
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    private static void insert(Handle transaction, Event event, Instant now) {
        transaction.createUpdate(INSERT).bindMethods(event).bind("now", now).execute();
    }
}
