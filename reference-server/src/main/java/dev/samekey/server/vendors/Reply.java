package dev.samekey.server.vendors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.samekey.server.json.Json;
import java.io.UncheckedIOException;

/** What another service answered. */
public record Reply(int status, String body, Json json) {
    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;

    /** Whether it did what it was asked for. */
    public boolean isSuccessful() {
        return status / 100 == 2;
    }

    /** Whether it says that it did nothing, and that another time it may. */
    public boolean isTurnedAway() {
        return status == TOO_MANY || status == UNAVAILABLE;
    }

    /** The document; one that is no JSON has no members. */
    public JsonNode document() {
        try {
            return json.parse(body);
        } catch (UncheckedIOException noJson) {
            return MissingNode.getInstance();
        }
    }
}
