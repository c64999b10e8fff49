package dev.samekey.client;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/** An HTTP request, made once for each operation, so that all attempts send the same. */
public record Request(String method, URI uri, Map<String, String> headers, String body) {
    /** The same request with a header more, or with another value of it. */
    public Request with(String header, String value) {
        Map<String, String> changed = new LinkedHashMap<>(headers);
        changed.put(header, value);
        return new Request(method, uri, changed, body);
    }

    /** The same request without a header. */
    public Request without(String header) {
        Map<String, String> changed = new LinkedHashMap<>(headers);
        changed.remove(header);
        return new Request(method, uri, changed, body);
    }

    /** The same request for another address. */
    public Request to(URI other) {
        return new Request(method, other, headers, body);
    }

    /** The same request with another body. */
    public Request withBody(String other) {
        return new Request(method, uri, headers, other);
    }
}
