package dev.samekey.steps.drive.downstream;

import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A call as it arrived at a counterpart: one attempt.
 *
 * @param at when it arrived
 * @param path with its query
 * @param about what it was about, at the counterpart's {@code about}; empty where nothing stands there
 * @param key null where the counterpart has no keys or the call brought none
 * @param act the id of what the counterpart did for it, now or before; null where it did nothing
 * @param response the status of the response, such as {@code 201}, {@code 503} or {@code nothing}
 */
public record Arrival(
        Instant at,
        String method,
        String path,
        List<Header> headers,
        String body,
        String about,
        @Nullable String key,
        @Nullable String act,
        String response) {

    /** Whether it only looked: then nothing could happen twice. */
    public boolean isLook() {
        return method.equals("GET") || method.equals("HEAD");
    }

    /** As it was sent. */
    public Request request() {
        return new Request(method, path, headers, body);
    }

    /** As a report shows it. */
    String transcript() {
        return at + " " + method + " " + path + "\n"
                + headers.stream()
                        .map(header -> header.name() + ": " + header.value() + "\n")
                        .collect(Collectors.joining())
                + (body.isEmpty() ? "" : "\n" + body + "\n")
                + "\nact: " + (act == null ? "none" : act) + ", response: " + response;
    }
}
