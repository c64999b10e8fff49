package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.contract.Key;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the body of a GraphQL request says: all of them have the same path. */
final class GraphQl {
    private static final Pattern QUERY = Pattern.compile("(?s)\\s*(query\\b|subscription\\b|\\{).*");
    private static final Pattern MUTATION = Pattern.compile("(?s)\\s*mutation\\b\\s*(\\w*).*");

    private GraphQl() {}

    /** Whether it only reads. */
    static boolean isSafe(JsonNode body) {
        return QUERY.matcher(query(body)).matches();
    }

    /** The name of a mutation; empty where it is none, or has no name. */
    static String name(JsonNode body) {
        Matcher mutation = MUTATION.matcher(query(body));
        return mutation.matches() ? mutation.group(1) : "";
    }

    /** Whether it changes something, and its payload is what its variables say. */
    static boolean isMutation(JsonNode body) {
        return MUTATION.matcher(query(body)).matches() && body.path("variables").isObject();
    }

    /** What a target file says of a mutation: by member, its value. A key in the body is named from the top. */
    static Map<String, String> members(JsonNode body, Key key) {
        if (!isMutation(body)) {
            return Map.of();
        }
        return key.in() == Key.Place.HEADER
                ? Map.of("payload", "/variables", "refused_by", "/errors")
                : Map.of("refused_by", "/errors");
    }

    private static String query(JsonNode body) {
        return body.path("query").asText();
    }
}
