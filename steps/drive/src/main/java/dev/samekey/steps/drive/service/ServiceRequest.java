package dev.samekey.steps.drive.service;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Payload;
import dev.samekey.steps.model.contract.Key;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request that a service has read.
 *
 * @param target path and query, as they were sent
 * @param payload JSON or the fields of a form; missing where it is neither
 */
record ServiceRequest(
        String protocol, String method, String target, List<Header> headers, String body, JsonNode payload) {
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    static ServiceRequest of(String protocol, String method, String target, List<Header> headers, String body) {
        return new ServiceRequest(protocol, method, target, headers, body, Payload.of(headers, body));
    }

    /** Whether it only reads. */
    boolean isSafe() {
        return SAFE.contains(method);
    }

    String path() {
        return target.split("\\?", 2)[0];
    }

    /** The values of a header, joined by a comma where there are several (RFC 9110, section 5.3); null for none. */
    @Nullable
    String header(String name) {
        List<String> values = headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(Header::value)
                .toList();
        return values.isEmpty() ? null : values.stream().collect(Collectors.joining(", "));
    }

    /** The key, where the contract has it; null where there is none. */
    @Nullable
    String key(Key key) {
        String value = switch (key.in()) {
            case HEADER -> header(key.name());
            case BODY -> payload.at("/" + key.name().replace('.', '/')).asText("");
            case FORM -> payload.path(key.name()).asText("");
        };
        return value == null || value.isEmpty() ? null : value;
    }

    /** Whether a word stands in the target, in a header or in the body, URL-encoded or not. */
    boolean mentions(String word) {
        return target.contains(word)
                || body.contains(word)
                || headers.stream().anyMatch(header -> header.value().contains(word))
                || Payload.decoded(target).contains(word)
                || Payload.decoded(body).contains(word);
    }
}
