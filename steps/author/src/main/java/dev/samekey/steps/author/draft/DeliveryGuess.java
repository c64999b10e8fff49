package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.openapi.Described;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How an event is delivered: where its id stands, who signs, and over which broker it comes.
 *
 * @param idHeader the header that has the id; nothing where a member has it or nobody knows
 * @param idMember the member at the top that has it; nothing where a header has it or nobody knows
 * @param signature the header of the signature and its scheme
 */
record DeliveryGuess(
        Described described,
        Optional<String> idHeader,
        Optional<String> idMember,
        Map.@Nullable Entry<String, String> signature) {
    /** By its header in lower case, the scheme of a signature. */
    private static final Map<String, String> SCHEMES = Map.of(
            "webhook-signature", "standard_webhooks",
            "stripe-signature", "stripe",
            "x-hub-signature-256", "github");

    private static final String STANDARD_ID = "webhook-id";
    private static final List<String> CLOUDEVENT = List.of("specversion", "source", "type", "id");

    private static final List<String> IDS = List.of(
            "id",
            "event_id",
            "message_id",
            "notification_id",
            "webhook_id",
            "delivery_id",
            "uuid",
            "event_uuid",
            "idempotency_key");

    /** @param body as it is drafted */
    static DeliveryGuess of(Described described, JsonNode body) {
        Map.@Nullable Entry<String, String> signature = headers(described)
                .filter(name -> SCHEMES.containsKey(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .map(name -> Map.entry(name, String.valueOf(SCHEMES.get(name.toLowerCase(Locale.ROOT)))))
                .orElse(null);
        Optional<String> header = headers(described)
                .filter(name -> name.toLowerCase(Locale.ROOT)
                        .matches("(x-)?(.+-)?(webhook|event|delivery|message|notification)-id|x-.+-delivery|ce-id"))
                .findFirst();
        // Standard Webhooks signs it, so it is there.
        if (header.isEmpty() && signature != null && signature.getValue().equals("standard_webhooks")) {
            header = Optional.of(STANDARD_ID);
        }
        Optional<String> member = header.isPresent()
                ? Optional.empty()
                : IDS.stream()
                        .flatMap(id -> body.properties().stream()
                                .filter(one -> one.getValue().isTextual()
                                        && Words.snake(one.getKey()).equals(id))
                                .map(Map.Entry::getKey))
                        .findFirst();
        return new DeliveryGuess(described, header, member, signature);
    }

    private static Stream<String> headers(Described described) {
        return described.parameters("header").map(Described::name);
    }

    /** Whether a header, in lower case, has the signature or belongs to it. */
    boolean signs(String header) {
        return signature != null
                && (header.equals(signature.getKey().toLowerCase(Locale.ROOT)) || header.equals("webhook-timestamp"));
    }

    /** The body with a new id in it for each event. */
    JsonNode identified(JsonNode body) {
        if (idMember.isEmpty()) {
            return body;
        }
        ObjectNode identified = body.deepCopy();
        return identified.put(idMember.get(), SampleBodies.UNIQUE);
    }

    void write(Page page) {
        ObjectNode delivery = JsonNodeFactory.instance.objectNode();
        if (CLOUDEVENT.stream().allMatch(SampleBodies.members(described)::containsKey)) {
            delivery.put("form", "cloudevents_structured");
        } else if (idHeader.filter(name -> name.equalsIgnoreCase("ce-id")).isPresent()) {
            delivery.put("form", "cloudevents_binary");
        } else {
            idHeader.ifPresent(name -> delivery.putObject("id").put("header", name));
            idMember.ifPresent(name -> delivery.putObject("id").put("member", "/" + name));
        }
        if (signature != null) {
            delivery.putObject("signature").put("scheme", signature.getValue()).put("secret", "${env:WEBHOOK_SECRET}");
        }
        described
                .broker()
                .ifPresent(broker -> delivery.putObject("broker")
                        .put("url", broker.path("url").asText())
                        .put("stream", "STREAM")
                        .put("subject", subject(broker).orElse("SUBJECT"))
                        .put("consumer", "CONSUMER"));
        if (delivery.isEmpty()) {
            page.comment(4, "delivery: {id: {member: /id}}   # say where each event has an id of its own");
        } else {
            page.member(
                    4,
                    "delivery",
                    delivery,
                    described
                            .broker()
                            .map(broker -> "guess: name the stream"
                                    + (subject(broker).isEmpty() ? ", the subject" : "") + " and your durable consumer")
                            .orElse("guess"));
        }
        if (signature == null && described.isWebhook()) {
            page.comment(
                    4,
                    "Where events are signed: «signature: {scheme: standard_webhooks, secret: \"${env:WEBHOOK_SECRET}\"}» in"
                            + " «delivery».");
        }
    }

    /** Nothing where the document leaves it open. */
    private static Optional<String> subject(JsonNode broker) {
        return Optional.of(broker.path("subject").asText()).filter(subject -> !subject.isEmpty());
    }
}
