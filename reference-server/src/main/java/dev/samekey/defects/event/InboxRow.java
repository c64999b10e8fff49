package dev.samekey.defects.event;

import dev.samekey.server.inbox.Event;
import dev.samekey.server.inbox.EventHandler;
import dev.samekey.server.replica.Foundation;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The inbox as those use it who do not know how: a row for each event, and nothing for its handlers. */
record InboxRow(Event event) {
    private static final String INSERT = """
            insert into inbox (source, event_id, type, payload_hash, payload, received_at, processed_at, result)
            values (:source, :id, :type, :payloadHash, :payload, :now, :now, 'processed') on conflict do nothing""";

    boolean isKnown(Foundation base) {
        return base.jdbi()
                .withHandle(handle -> handle.select(
                                "select 1 from inbox where source = ? and event_id = ?", event.source(), event.id())
                        .mapTo(Integer.class)
                        .findOne())
                .isPresent();
    }

    /** Whether it was not there yet. */
    boolean insert(Handle transaction, Foundation base) {
        return transaction
                        .createUpdate(INSERT)
                        .bindMethods(event)
                        .bind("now", base.clock().instant())
                        .execute()
                == 1;
    }

    /** Runs every handler once and remembers nothing of it. */
    void handle(Foundation base, List<EventHandler> handlers) {
        for (EventHandler handler : handlers) {
            handler.prepare(event);
            base.jdbi().useTransaction(transaction -> handler.handle(transaction, event));
        }
    }
}
