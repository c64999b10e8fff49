package dev.samekey.oracles.listing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.http.Fetch;
import java.net.URI;
import java.util.Map;

/** Counts effects through the API's own listing. */
public final class ListingOracle {
    private final ObjectMapper json = new ObjectMapper();
    private final Fetch fetch;

    public ListingOracle(Fetch fetch) {
        this.fetch = fetch;
    }

    /**
     * How many there are.
     *
     * @param pointer a JSON pointer to an array, whose items count, or to a number
     * @throws OracleSilent when no answer comes, or nothing to count stands at the pointer
     */
    public Seen<Long> count(URI uri, Map<String, String> headers, String pointer) {
        String body = fetch.get(uri, headers);
        JsonNode counted = read(uri, body).at(pointer);
        if (!counted.isArray() && !counted.isIntegralNumber()) {
            throw new OracleSilent("GET " + uri + " has neither an array nor a number at «" + pointer + "»");
        }
        long count = counted.isArray() ? counted.size() : counted.asLong();
        return new Seen<>(count, new Evidence("items", "GET " + uri, "application/json", body));
    }

    private JsonNode read(URI uri, String body) {
        try {
            return json.readTree(body);
        } catch (JsonProcessingException failure) {
            throw new OracleSilent("GET " + uri + " did not answer with JSON", failure);
        }
    }
}
