package dev.samekey.steps.drive.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The body of a request that has arrived, as a tree. */
public final class Payload {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FORM = "application/x-www-form-urlencoded";

    private Payload() {}

    /** JSON, or the fields of a form, each a text or a list of texts; missing where it is neither. */
    public static JsonNode of(List<Header> headers, String body) {
        boolean isForm = headers.stream()
                .anyMatch(header -> header.name().equalsIgnoreCase("Content-Type")
                        && header.value().toLowerCase(Locale.ROOT).startsWith(FORM));
        if (isForm) {
            return form(body);
        }
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException noJson) {
            return JSON.missingNode();
        }
    }

    private static ObjectNode form(String body) {
        ObjectNode fields = JSON.createObjectNode();
        for (String pair : body.split("&", -1)) {
            String[] sides = pair.split("=", 2);
            if (sides.length < 2) {
                continue;
            }
            String name = decoded(sides[0]);
            JsonNode first = fields.get(name);
            if (first == null) {
                fields.put(name, decoded(sides[1]));
            } else if (first.isArray()) {
                fields.withArray("/" + name.replace("~", "~0").replace("/", "~1"))
                        .add(decoded(sides[1]));
            } else {
                fields.putArray(name).add(first).add(decoded(sides[1]));
            }
        }
        return fields;
    }

    /** Without its URL encoding. What is not encoded as it should be is taken as it is. */
    public static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return text;
        }
    }
}
