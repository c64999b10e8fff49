package dev.samekey.steps.drive.downstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.tomakehurst.wiremock.http.Request;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Payload;
import dev.samekey.steps.model.targets.Target;
import io.nats.client.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call that has just come in.
 *
 * @param payload JSON or the fields of a form; missing where it is neither
 */
record Incoming(String method, String path, List<Header> headers, String body, JsonNode payload) {
    static Incoming of(Request request) {
        List<Header> headers = new ArrayList<>();
        request.getHeaders()
                .all()
                .forEach(header -> header.values().forEach(value -> headers.add(new Header(header.key(), value))));
        String body = String.valueOf(request.getBodyAsString());
        return new Incoming(request.getMethod().getName(), request.getUrl(), headers, body, Payload.of(headers, body));
    }

    /** What a stream has kept. */
    static Incoming of(Message message) {
        List<Header> headers = new ArrayList<>();
        if (message.getHeaders() != null) {
            message.getHeaders()
                    .forEach((name, values) -> values.forEach(value -> headers.add(new Header(name, value))));
        }
        String body = new String(message.getData(), StandardCharsets.UTF_8);
        return new Incoming("PUBLISH", message.getSubject(), headers, body, Payload.of(headers, body));
    }

    /** What stands at the pointer, or nothing. */
    String at(String pointer) {
        return payload.at(pointer).asText("");
    }

    @Nullable
    String key(Target.@Nullable CounterpartKey key) {
        if (key == null) {
            return null;
        }
        String value = key.header() == null ? at(String.valueOf(key.member())) : header(headers, key.header());
        return value.isEmpty() ? null : value;
    }

    boolean isLook() {
        return method.equals("GET") || method.equals("HEAD");
    }

    /** The values of its query. */
    List<String> asked() {
        String query = path.contains("?") ? path.substring(path.indexOf('?') + 1) : "";
        List<String> values = new ArrayList<>();
        for (String pair : query.split("&", -1)) {
            values.add(Payload.decoded(pair.substring(pair.indexOf('=') + 1)));
        }
        return values;
    }

    private static String header(List<Header> headers, String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst()
                .orElse("");
    }
}
