package dev.samekey.server.webhooks;

import dev.samekey.server.webhooks.Delivery.Result;

/** Sees to it that an event is handled once. */
@FunctionalInterface
public interface Inbox {
    Result receive(Event event, EventHandler handler);
}
