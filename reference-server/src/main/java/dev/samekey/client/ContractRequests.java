package dev.samekey.client;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.server.contract.KeyRules;
import dev.samekey.server.contract.KeyRules.Place;
import dev.samekey.server.contract.KeyRules.Syntax;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Creates a resource: a {@code payment} is {@code POST /payments}. The key is where the contract has it.
 *
 * @param url without a slash at its end
 * @param token of the caller, for all attempts
 */
public record ContractRequests(String url, String token, KeyRules key, PayloadJson json) implements Requests {
    @Override
    public Request of(KeyedOperation operation) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Authorization", "Bearer " + token);
        headers.put("Content-Type", key.in() == Place.FORM ? "application/x-www-form-urlencoded" : "application/json");
        if (key.in() == Place.HEADER) {
            headers.put(key.name(), spelled(operation.key()));
        }
        return new Request(
                "POST", URI.create(url + "/" + operation.name() + "s"), Map.copyOf(headers), body(operation));
    }

    private String body(KeyedOperation operation) {
        if (key.in() == Place.HEADER) {
            return operation.payload();
        }
        ObjectNode members = json.object(operation.payload());
        JsonPointer pointer = JsonPointer.compile(key.pointer());
        members.withObject(pointer.head()).put(pointer.last().getMatchingProperty(), spelled(operation.key()));
        return key.in() == Place.FORM ? form(members) : json.write(members);
    }

    private String spelled(String value) {
        return key.syntax() == Syntax.SF_STRING ? '"' + value + '"' : value;
    }

    private static String form(ObjectNode members) {
        return members.properties().stream()
                .map(member -> encoded(member.getKey()) + "=" + encoded(text(member.getValue())))
                .collect(Collectors.joining("&"));
    }

    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asText() : value.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
