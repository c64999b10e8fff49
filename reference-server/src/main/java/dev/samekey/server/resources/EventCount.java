package dev.samekey.server.resources;

import dev.samekey.server.inbox.Event;
import dev.samekey.server.inbox.EventHandler;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** Counts events, whoever else does something about them. */
public final class EventCount implements EventHandler {
    private static final Set<String> COUNTED =
            Set.of("refund.processing", "refund.succeeded", "order.placed", "order.completed");

    private static final String COUNT = """
            insert into event_counts (source, event_id, type, reference, counted_at)
            values (:source, :id, :type, :reference, :now)""";

    private final Now now;

    /** Counts at this time. */
    public EventCount(Now now) {
        this.now = now;
    }

    @Override
    public String name() {
        return "analytics";
    }

    @Override
    public boolean handles(String type) {
        return COUNTED.contains(type);
    }

    @Override
    public void prepare(Event event) {
        // There is nothing slow about it.
    }

    @Override
    public void handle(Handle transaction, Event event) {
        transaction
                .createUpdate(COUNT)
                .bindMethods(event)
                .bind("reference", event.data().optionalText("reference"))
                .bind("now", now.instant())
                .execute();
    }
}
