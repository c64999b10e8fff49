package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.inbox.EventHandler;
import dev.samekey.server.replica.Parts;
import org.jdbi.v3.core.Handle;

/** The handlers of an event share one key: the first one to act suppresses the others. */
final class SharedHandlerKey extends Defect {
    SharedHandlerKey() {
        super(
                "shared-handler-key",
                "EVT-5",
                "EVT-1 EVT-3 EVT-4 EVT-7 EVT-8 EVT-9 EVT-10 REV-5 EVT-11",
                "The handlers of an event share one key: the first one to act suppresses the others.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundInbox((composed, inbox) -> (event, handlers) -> inbox.receive(
                event, handlers.stream().<EventHandler>map(Nameless::new).toList()));
    }

    private record Nameless(EventHandler handler) implements EventHandler {
        @Override
        public String name() {
            return "handler";
        }

        @Override
        public boolean handles(String type) {
            return handler.handles(type);
        }

        @Override
        public void prepare(Event event) {
            handler.prepare(event);
        }

        @Override
        public void handle(Handle transaction, Event event) {
            handler.handle(transaction, event);
        }
    }
}
