package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.file.Nearest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A part of a request outside its body, as {@code intent} names it: {@code to} or {@code ?to} for a parameter of the query, a
 * header by its name, and {@code path} for the whole path with its query.
 */
public record OutsideBody(In in, String name) {
    private static final String PARAMETER = "?";
    private static final String PATH = "path";

    /** Where it stands. */
    public enum In {
        QUERY,
        HEADERS,
        PATH
    }

    /** The part of a request that a place names; nothing where it names a part of the body, or nothing. */
    public static Optional<OutsideBody> of(Operation.Template request, String place) {
        JsonNode body = request.body();
        if (body != null && request.kind().fault(body, place).isEmpty()) {
            return Optional.empty();
        }
        if (place.startsWith(PARAMETER)) {
            return Optional.of(new OutsideBody(In.QUERY, place.substring(1)));
        }
        // YAML reads {?to: …} as {to: …}.
        if (parameters(request.path()).anyMatch(place::equals)) {
            return Optional.of(new OutsideBody(In.QUERY, place));
        }
        if (place.equals(PATH)) {
            return Optional.of(new OutsideBody(In.PATH, place));
        }
        Set<String> headers =
                request.headers() == null ? Set.of() : request.headers().keySet();
        return headers.stream()
                .filter(place::equalsIgnoreCase)
                .findFirst()
                .map(header -> new OutsideBody(In.HEADERS, header));
    }

    /** What is wrong with another value of it; nothing where it is well. */
    Optional<String> fault(Operation.Template request, JsonNode other) {
        if (!other.isValueNode() || other.isNull()) {
            return Optional.of("should have a text or a number as its other value");
        }
        if (in == In.PATH && !other.asText().startsWith("/")) {
            return Optional.of("should have another path such as " + request.path());
        }
        List<String> parameters = parameters(request.path()).toList();
        return in == In.QUERY && !parameters.contains(name)
                ? Optional.of("names no parameter of the request's path" + Nearest.hint(name, parameters))
                : Optional.empty();
    }

    /** The names of the parameters in the query of a path. */
    public static Stream<String> parameters(String path) {
        int query = path.indexOf('?');
        return query < 0
                ? Stream.empty()
                : Stream.of(path.substring(query + 1).split("&"))
                        .map(pair -> URLDecoder.decode(pair.split("=", 2)[0], StandardCharsets.UTF_8));
    }
}
