package dev.samekey.server.webhooks;

import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.json.Json;
import java.util.Locale;
import java.util.Map;

/** Takes deliveries over HTTP, and acknowledges them only when they are durable. A duplicate is acknowledged too (EVT-2). */
public record WebhookEndpoint(Receiver receiver, Json json) implements Handler {
    @Override
    public Answer handle(Call call) {
        Delivery delivery = receiver.receive(call.path().getOrDefault("source", ""), call);
        Answer refusal = delivery.refusal();
        String result = delivery.result().name().toLowerCase(Locale.ROOT);
        return refusal == null ? Answer.ok(json.write(Map.of("result", result))) : refusal;
    }
}
