package dev.samekey.server.webhooks;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.http.Problems;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.inbox.EventHandler;
import dev.samekey.server.inbox.Inbox;
import dev.samekey.server.json.Json;
import dev.samekey.server.signature.Signature;
import dev.samekey.server.webhooks.Delivery.Result;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Takes deliveries, and acknowledges them only when they are durable. A duplicate is acknowledged too (EVT-2). */
public final class WebhookEndpoint implements Handler {
    private final Signature signature;
    private final EventForm form;
    private final Inbox inbox;
    private final List<EventHandler> handlers;
    private final DeliveryObserver observer;
    private final Problems problems;
    private final Json json;

    /** Deliveries that are signed and have the form go to the handlers through the inbox. */
    public WebhookEndpoint(
            Signature signature,
            EventForm form,
            Inbox inbox,
            List<EventHandler> handlers,
            DeliveryObserver observer,
            Problems problems,
            Json json) {
        this.signature = signature;
        this.form = form;
        this.inbox = inbox;
        this.handlers = List.copyOf(handlers);
        this.observer = observer;
        this.problems = problems;
        this.json = json;
    }

    @Override
    public Answer handle(Call call) {
        Delivery delivery = deliver(call.path().getOrDefault("source", ""), call);
        observer.delivered(delivery, call.header("X-Correlation-Id"));
        return answer(delivery);
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
            Result result = receive(event);
            return result == Result.CONFLICT ? conflict(event) : Delivery.of(event, result);
        } catch (FaultException fault) {
            return Delivery.refused(event.source(), event, Result.REFUSED, problems.render(fault));
        }
    }

    private Result receive(Event event) {
        List<EventHandler> meant = handlers.stream()
                .filter(handler -> handler.handles(event.type()))
                .toList();
        return meant.isEmpty() ? Result.IGNORED : Result.of(inbox.receive(event, meant));
    }

    private Delivery conflict(Event event) {
        FaultException told = new FaultException(Fault.EVENT_MISMATCH, "This id was used for another event.");
        return Delivery.refused(event.source(), event, Result.CONFLICT, problems.render(told));
    }

    private Answer answer(Delivery delivery) {
        Answer refusal = delivery.refusal();
        String result = delivery.result().name().toLowerCase(Locale.ROOT);
        return refusal == null ? Answer.ok(json.write(Map.of("result", result))) : refusal;
    }
}
