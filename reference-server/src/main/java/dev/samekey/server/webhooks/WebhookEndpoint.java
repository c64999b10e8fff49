package dev.samekey.server.webhooks;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.http.Problems;
import dev.samekey.server.json.CanonicalJson;
import dev.samekey.server.json.Digest;
import dev.samekey.server.json.Json;
import dev.samekey.server.json.Members;
import dev.samekey.server.webhooks.Delivery.Result;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Takes deliveries, and acknowledges them only when they are durable. A duplicate is acknowledged too (EVT-2). */
public final class WebhookEndpoint implements Handler {
    private final Inbox inbox;
    private final EventHandler handler;
    private final DeliveryObserver observer;
    private final Problems problems;
    private final Json json;

    /** Deliveries go to this handler through this inbox. */
    public WebhookEndpoint(Inbox inbox, EventHandler handler, DeliveryObserver observer, Problems problems, Json json) {
        this.inbox = inbox;
        this.handler = handler;
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

    private Delivery deliver(String source, Call call) {
        try {
            return deliver(event(source, json.read(call.body().bytes())));
        } catch (FaultException unreadable) {
            return Delivery.refused(source, null, problems.render(unreadable));
        }
    }

    private Delivery deliver(Event event) {
        try {
            return Delivery.of(event, receive(event));
        } catch (FaultException fault) {
            return Delivery.refused(event.source(), event, problems.render(fault));
        }
    }

    private Result receive(Event event) {
        return handler.handles(event.type()) ? inbox.receive(event, handler) : Result.IGNORED;
    }

    private static Event event(String source, Members sent) {
        if (sent.object().path("id").asText("").isBlank()) {
            throw new FaultException(Fault.EVENT_ID_MISSING, "An event needs an id.");
        }
        String payloadHash = Digest.sha256(CanonicalJson.of(sent, Set.of()));
        return new Event(source, sent.text("id"), sent.text("type"), payloadHash, sent.members("data"));
    }

    private Answer answer(Delivery delivery) {
        Answer refusal = delivery.refusal();
        String result = delivery.result().name().toLowerCase(Locale.ROOT);
        return refusal == null ? Answer.ok(json.write(Map.of("result", result))) : refusal;
    }
}
