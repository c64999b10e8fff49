package dev.samekey.server.webhooks;

import dev.samekey.server.http.Call;
import dev.samekey.server.inbox.Event;

/** How an event is written in a request. */
@FunctionalInterface
public interface EventForm {
    /** The event that came in over a channel, or the fault that there is none. */
    Event read(String channel, Call call);
}
