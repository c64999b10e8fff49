package dev.samekey.steps.target;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.contract.Refusal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An unsafe request that the target offers.
 *
 * @param name its name in the target file, set from there
 * @param after the operation that must have succeeded before, such as the payment of a refund
 * @param success the status of a success; any 2xx where it is not given
 * @param id a JSON pointer to the id of the result in a success's body
 * @param read the path under which the result is read
 * @param intent JSON pointers to the members that carry the intent, each with another value that is valid too
 * @param failures by name ({@code declined}, {@code rate_limited}, {@code unavailable}) the members that make the
 *     target's sandbox fail so, by JSON pointer
 * @param partial for an operation that takes a part of what is left
 */
public record Operation(
        @JsonIgnore @Nullable String name,
        @JsonProperty(required = true) Role role,
        @Nullable String after,
        @JsonProperty(required = true) Template request,
        @Nullable Integer success,
        @Nullable String id,
        @Nullable String read,
        Map<String, JsonNode> intent,
        Map<String, Map<String, JsonNode>> failures,
        @Nullable Partial partial,
        @Nullable Effects effects) {

    /** What the file leaves out is null until here. */
    public Operation {
        intent = intent == null ? Map.of() : intent;
        failures = failures == null ? Map.of() : failures;
    }

    Operation named(String given) {
        return new Operation(given, role, after, request, success, id, read, intent, failures, partial, effects);
    }

    /** A request with {@code ${unique}} and {@code ${operation.id}} still in it. */
    public record Template(
            @JsonProperty(required = true) String method,
            @JsonProperty(required = true) String path,
            @Nullable Map<String, String> headers,
            @Nullable JsonNode body) {}

    /**
     * An operation of which several fit into what is left.
     *
     * @param amount a JSON pointer to the amount
     * @param beyond an amount that is more than what one such operation leaves
     * @param refusal how too much is refused
     */
    public record Partial(
            @JsonProperty(required = true) String amount,
            @JsonProperty(required = true) JsonNode beyond,
            @JsonProperty(required = true) Refusal refusal) {}

    /**
     * How the effects of one request are counted, by what the request itself made.
     *
     * @param sql queries that give one number each; they may name {@code :unique} and {@code :key}
     * @param list a listing of the API
     */
    public record Effects(List<String> sql, @Nullable Listing list) {
        public Effects {
            sql = sql == null ? List.of() : sql;
        }
    }

    /** @param count a JSON pointer to an array, whose items count, or to a number */
    public record Listing(
            @JsonProperty(required = true) String path,
            @JsonProperty(required = true) String count) {}
}
