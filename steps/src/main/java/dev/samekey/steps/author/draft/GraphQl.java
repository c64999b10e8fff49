package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
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

    private static String query(JsonNode body) {
        return body.path("query").asText();
    }
}
