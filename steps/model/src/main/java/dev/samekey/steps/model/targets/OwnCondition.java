package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * What a value of a factor of the user's own puts into each request.
 *
 * @param query by name, the parameters
 * @param body by JSON pointer, the members
 */
public record OwnCondition(Map<String, String> headers, Map<String, String> query, Map<String, JsonNode> body) {
    /** What the file leaves out is null until here. */
    public OwnCondition {
        headers = headers == null ? Map.of() : headers;
        query = query == null ? Map.of() : query;
        body = body == null ? Map.of() : body;
    }

    /** Whether it changes no request. */
    public boolean changesNothing() {
        return headers.isEmpty() && query.isEmpty() && body.isEmpty();
    }
}
