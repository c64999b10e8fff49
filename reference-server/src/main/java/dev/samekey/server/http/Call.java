package dev.samekey.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request as the server sees it. The route is the template, such as {@code /payments/{id}}. */
public record Call(
        String method,
        String route,
        Map<String, String> path,
        Map<String, String> query,
        Map<String, List<String>> headers,
        Body body) {

    /** All values of a header, whatever the case of its name. */
    public List<String> headerValues(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /** The first value of a header. */
    public @Nullable String header(String name) {
        return headerValues(name).stream().findFirst().orElse(null);
    }

    /** The path, without its query. */
    public String resource() {
        return new PathTemplate(route).fill(path);
    }

    /** What is asked for, but for the body: two calls with the same target differ only there. */
    public String target() {
        return String.join("\n", method, route, new TreeMap<>(path).toString(), new TreeMap<>(query).toString());
    }

    /** The same call with another body. */
    public Call withBody(Body other) {
        return new Call(method, route, path, query, headers, other);
    }

    /** A call of the same caller that only reads. */
    public Call toRead(String template, Map<String, String> parameters) {
        return new Call("GET", template, parameters, Map.of(), headers, new Body(new byte[0]));
    }
}
