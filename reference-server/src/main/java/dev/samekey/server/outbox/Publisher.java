package dev.samekey.server.outbox;

import dev.samekey.server.json.Json;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Writes messages. */
public record Publisher(Outbox outbox, Clock clock, Json json) {
    /** Tells what happened: an event in the form of Standard Webhooks, whose data is what it happened to. */
    public void event(Handle transaction, String type, UUID operationId, Record data) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", type);
        body.put("timestamp", clock.instant());
        body.put("operation_id", operationId);
        body.put("data", data);
        put(transaction, Message.EVENTS, type, operationId, body);
    }

    /** Writes to somebody; the kind says what about, and the mail service gets the message's id to know it by. */
    public void mail(Handle transaction, String kind, UUID operationId, Letter letter) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("message_id", Message.idOf(operationId, kind));
        body.put("operation_id", operationId);
        body.put("to", letter.to());
        body.put("subject", letter.subject());
        body.put("text", letter.text());
        body.put("reference", letter.reference());
        put(transaction, Message.MAIL, kind, operationId, body);
    }

    private void put(Handle transaction, String destination, String kind, UUID operationId, Map<String, Object> body) {
        outbox.put(
                transaction,
                new Message(Message.idOf(operationId, kind), destination, kind, operationId, json.write(body)));
    }

    /** A mail; the reference is the one of the request that it is about. */
    public record Letter(String to, String subject, String text, String reference) {}
}
