package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.drive.http.Header;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request that somebody has sent or means to send: a curl line, an entry of a recording, an item of a collection.
 *
 * @param place what it is for a message, such as {@code the curl line} or {@code entry 3}
 * @param name what people call it; empty where nobody has named it
 * @param base scheme, host and port; {@code ${env:NAME}} may stand in it
 * @param path with its query
 * @param headers in their order, without those that a client sets itself
 * @param data the body, as far as it is a text; null where there is none
 * @param parts the parts of a body by their names, as a target file has them; null where it has none
 * @param file the file that is the body; null where there is none
 * @param values by name, what each {@code ${env:NAME}} of the request stands for, as far as that is known
 * @param response null where none was recorded
 */
public record RecordedRequest(
        String place,
        String name,
        String method,
        String base,
        String path,
        List<Header> headers,
        @Nullable String data,
        @Nullable ObjectNode parts,
        @Nullable Path file,
        Map<String, String> values,
        @Nullable Response response) {
    /** A retry of these is always safe. */
    static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE", "CONNECT");

    public RecordedRequest {
        headers = List.copyOf(headers);
        values = Map.copyOf(values);
    }

    /** One whose body is a text, if it has one. */
    RecordedRequest(
            String place,
            String name,
            String method,
            String base,
            String path,
            List<Header> headers,
            @Nullable String data,
            Map<String, String> values,
            @Nullable Response response) {
        this(place, name, method, base, path, headers, data, null, null, values, response);
    }

    /**
     * What was answered.
     *
     * @param body missing where it is none of JSON
     */
    public record Response(int status, JsonNode body) {
        boolean isSuccess() {
            return status >= 200 && status < 300;
        }
    }

    /** The same under another name and with another response. */
    RecordedRequest with(String other, @Nullable Response answered) {
        return new RecordedRequest(place, other, method, base, path, headers, data, parts, file, values, answered);
    }

    /** The same without a header. */
    RecordedRequest without(String header) {
        List<Header> others = headers.stream()
                .filter(one -> !one.name().equalsIgnoreCase(header))
                .toList();
        return new RecordedRequest(place, name, method, base, path, others, data, parts, file, values, response);
    }

    boolean isSafe() {
        return SAFE.contains(method);
    }

    /** Such as {@code POST /payments}: without the query, which may have a secret in it. */
    String title() {
        return method + " " + path.replaceFirst("[?].*", "").replaceAll("\\$\\{env:([^}]*)}", "{$1}");
    }

    /** The media type of the body in lower case; empty where nothing says it. */
    String type() {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase("Content-Type"))
                .map(header -> header.value().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
    }
}
