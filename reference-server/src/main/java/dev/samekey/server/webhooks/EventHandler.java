package dev.samekey.server.webhooks;

import org.jdbi.v3.core.Handle;

/** What is done about an event. */
public interface EventHandler {
    /** Whether this is the handler for events of that type. */
    boolean handles(String type);

    /** Does the slow part outside any transaction; it changes nothing. */
    void prepare(Event event);

    /** Writes the effect, in the transaction of the inbox row. */
    void handle(Handle transaction, Event event);
}
