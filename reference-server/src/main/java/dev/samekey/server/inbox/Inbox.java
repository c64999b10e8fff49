package dev.samekey.server.inbox;

import java.util.List;

/** Sees to it that an event is handled once by each of its handlers. */
@FunctionalInterface
public interface Inbox {
    /** Comes back when the delivery may be acknowledged: all that is left to do is written down. */
    Receipt receive(Event event, List<EventHandler> handlers);
}
