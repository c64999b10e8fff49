package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.inbox.EventHandler;
import dev.samekey.server.inbox.Inbox;
import dev.samekey.server.inbox.Receipt;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Parts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The inbox is looked up first and written last: deliveries that overlap are all processed. */
final class InboxCheckThenAct extends Defect {
    private final boolean isLocked;

    private InboxCheckThenAct(String name, String how, boolean isLocked) {
        super(name, "EVT-3", "EVT-5 EVT-7 EVT-8 EVT-9 EVT-10 EVT-13 REV-5", how);
        this.isLocked = isLocked;
    }

    static InboxCheckThenAct without() {
        return new InboxCheckThenAct(
                "inbox-check-then-act",
                "The inbox is looked up first and written last: deliveries that overlap are all processed.",
                false);
    }

    static InboxCheckThenAct withLockInProcess() {
        return new InboxCheckThenAct(
                "inbox-locked-in-process",
                "A lock in memory keeps deliveries of one event apart within one replica, and nothing does so across two.",
                true);
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        Map<String, Object> locks = new ConcurrentHashMap<>();
        return parts.aroundInbox((composed, inbox) -> {
            Inbox changed = (event, handlers) -> receive(event, handlers, composed.base());
            return isLocked ? (event, handlers) -> oneByOne(locks, changed, event, handlers) : changed;
        });
    }

    private static Receipt oneByOne(Map<String, Object> locks, Inbox inbox, Event event, List<EventHandler> handlers) {
        synchronized (locks.computeIfAbsent(event.source() + " " + event.id(), unused -> new Object())) {
            return inbox.receive(event, handlers);
        }
    }

    private static Receipt receive(Event event, List<EventHandler> handlers, Foundation base) {
        InboxRow row = new InboxRow(event);
        if (row.isKnown(base)) {
            return Receipt.DUPLICATE;
        }
        handlers.forEach(handler -> handler.prepare(event));
        base.jdbi().useTransaction(transaction -> {
            handlers.forEach(handler -> handler.handle(transaction, event));
            row.insert(transaction, base);
        });
        return Receipt.PROCESSED;
    }
}
