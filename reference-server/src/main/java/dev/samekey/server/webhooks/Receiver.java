package dev.samekey.server.webhooks;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Problems;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.inbox.EventHandler;
import dev.samekey.server.inbox.Inbox;
import dev.samekey.server.security.Signature;
import dev.samekey.server.webhooks.Delivery.Result;
import java.util.List;

/** Receives events, whatever brings them. It comes back when what is left to do is durable. */
public final class Receiver {
    private final Signature signature;
    private final EventForm form;
    private final Inbox inbox;
    private final List<EventHandler> handlers;
    private final DeliveryObserver observer;
    private final Problems problems;

    /** Deliveries that are signed and have the form go to the handlers through the inbox. */
    public Receiver(
            Signature signature,
            EventForm form,
            Inbox inbox,
            List<EventHandler> handlers,
            DeliveryObserver observer,
            Problems problems) {
        this.signature = signature;
        this.form = form;
        this.inbox = inbox;
        this.handlers = List.copyOf(handlers);
        this.observer = observer;
        this.problems = problems;
    }

    /** What becomes of a delivery; the channel is where it came in. */
    public Delivery receive(String channel, Call call) {
        Delivery delivery = deliver(channel, call);
        observer.delivered(delivery, call.header("X-Correlation-Id"));
        return delivery;
    }

    private Delivery deliver(String channel, Call call) {
        try {
            // Before anything is read: a stranger's bytes are not worth a parser (EVT-11).
            signature.verify(call);
            return deliver(form.read(channel, call));
        } catch (FaultException unreadable) {
            return Delivery.refused(channel, null, Result.REFUSED, problems.render(unreadable));
        }
    }

    private Delivery deliver(Event event) {
        try {
            Result result = handle(event);
            return result == Result.CONFLICT ? conflict(event) : Delivery.of(event, result);
        } catch (FaultException fault) {
            return Delivery.refused(event.source(), event, Result.REFUSED, problems.render(fault));
        }
    }

    private Result handle(Event event) {
        List<EventHandler> meant = handlers.stream()
                .filter(handler -> handler.handles(event.type()))
                .toList();
        return meant.isEmpty() ? Result.IGNORED : Result.of(inbox.receive(event, meant));
    }

    private Delivery conflict(Event event) {
        FaultException told = new FaultException(Fault.EVENT_MISMATCH, "This id was used for another event.");
        return Delivery.refused(event.source(), event, Result.CONFLICT, problems.render(told));
    }
}
