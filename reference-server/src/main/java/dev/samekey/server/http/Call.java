package dev.samekey.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
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
}
