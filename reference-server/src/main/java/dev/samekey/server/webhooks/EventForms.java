package dev.samekey.server.webhooks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.server.http.Call;
import dev.samekey.server.inbox.Envelopes;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.json.Json;
import dev.samekey.server.json.Members;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * The forms that every producer may choose from: a plain object with {@code id}, {@code type} and {@code data}, or
 * CloudEvents 1.0 over HTTP, whose structured form is such an object and whose binary form has its attributes in headers.
 */
public final class EventForms implements EventForm {
    private static final String ATTRIBUTE = "ce-";

    private final Envelopes envelopes;
    private final Json json;

    /** Reads JSON with this. */
    public EventForms(Json json) {
        this.envelopes = new Envelopes(json);
        this.json = json;
    }

    @Override
    public Event read(String channel, Call call) {
        Members sent = json.read(call.body().bytes());
        return envelopes.open(channel, isBinary(call) ? envelope(call, sent) : sent);
    }

    private static boolean isBinary(Call call) {
        return call.header(ATTRIBUTE + "specversion") != null;
    }

    /** The structured form of a binary event. */
    private static Members envelope(Call call, Members data) {
        ObjectNode envelope = JsonNodeFactory.instance.objectNode();
        call.headers().keySet().stream()
                .filter(name -> name.startsWith(ATTRIBUTE))
                .sorted()
                .forEach(name ->
                        envelope.put(name.substring(ATTRIBUTE.length()), decoded(String.valueOf(call.header(name)))));
        envelope.set("data", data.object());
        return new Members(envelope);
    }

    /** What a header cannot carry is percent-encoded (CloudEvents HTTP binding, 3.1.3.2); a plus sign is one. */
    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return value;
        }
    }
}
