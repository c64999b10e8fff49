package dev.samekey.server.http;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What goes back to the caller. The error code repeats what the body says, for logs; a success has none. */
public record Answer(
        int status,
        Map<String, String> headers,
        String body,
        @Nullable String errorCode) {
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String JSON = "application/json";

    /** Keeps its own copy of the headers. */
    public Answer {
        headers = Map.copyOf(headers);
    }

    /** 200 with a JSON body. */
    public static Answer ok(String json) {
        return new Answer(200, Map.of(CONTENT_TYPE, JSON), json, null);
    }

    /** 201 with a JSON body and the place of the new resource (RFC 9110, 15.3.2). */
    public static Answer created(String location, String json) {
        return new Answer(201, Map.of(CONTENT_TYPE, JSON, "Location", location), json, null);
    }

    /** 204 without a body. */
    public static Answer noContent() {
        return new Answer(204, Map.of(), "", null);
    }

    /** The same answer with one more header. */
    public Answer with(String header, String value) {
        return with(Map.of(header, value));
    }

    /** The same answer with more headers. */
    public Answer with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.putAll(more);
        return new Answer(status, all, body, errorCode);
    }

    /** The same answer with another status. */
    public Answer withStatus(int other) {
        return new Answer(other, headers, body, errorCode);
    }

    /** The same answer with another body. */
    public Answer withBody(String other) {
        return new Answer(status, headers, other, errorCode);
    }
}
