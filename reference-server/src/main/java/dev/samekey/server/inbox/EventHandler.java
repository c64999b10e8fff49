package dev.samekey.server.inbox;

import org.jdbi.v3.core.Handle;

/** What is done about an event. An event may have several handlers, and none knows of the others (EVT-5). */
public interface EventHandler {
    /** Tells it from the other handlers: with the event it is the key by which it acts once. */
    String name();

    /** Whether this is a handler for events of that type. */
    boolean handles(String type);

    /** Does the slow part outside any transaction; it changes nothing. */
    void prepare(Event event);

    /** Writes the effect, in the transaction that notes that it was written. */
    void handle(Handle transaction, Event event);
}
