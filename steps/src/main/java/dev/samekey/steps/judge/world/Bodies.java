package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.StringJoiner;

/** Reads and writes the payload of a request: JSON, or a form whose nested members stand in brackets. */
public final class Bodies {
    static final String FORM = "application/x-www-form-urlencoded";

    private static final ObjectMapper JSON = new ObjectMapper();

    private Bodies() {}

    /** The payload as a tree that may be changed; a form's values are texts. */
    static ObjectNode read(Request request, String name) {
        return tree(request)
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast)
                .orElseThrow(
                        () -> Judgement.notApplicable("the " + name + " has no payload whose members could differ"));
    }

    /** The payload as a tree; nothing where there is none, or it is neither JSON nor a form. */
    public static Optional<JsonNode> tree(Request request) {
        String body = request.body();
        try {
            return body == null ? Optional.empty() : Optional.of(isForm(request) ? fields(body) : JSON.readTree(body));
        } catch (JsonProcessingException noJson) {
            return Optional.empty();
        }
    }

    /** The same request with this payload. */
    static Request write(Request request, JsonNode payload) {
        return request.withBody(isForm(request) ? form(payload) : payload.toString());
    }

    static boolean isForm(Request request) {
        return request.header("Content-Type").map(type -> type.startsWith(FORM)).orElse(false);
    }

    private static String form(JsonNode payload) {
        StringJoiner pairs = new StringJoiner("&");
        payload.properties().forEach(member -> fields(member.getKey(), member.getValue(), pairs));
        return pairs.toString();
    }

    private static void fields(String name, JsonNode value, StringJoiner pairs) {
        if (value instanceof ObjectNode object) {
            object.properties().forEach(inner -> fields(name + "[" + inner.getKey() + "]", inner.getValue(), pairs));
        } else if (value instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                fields(name + "[" + i + "]", array.get(i), pairs);
            }
        } else {
            pairs.add(encoded(name) + "=" + encoded(value.asText()));
        }
    }

    /** Brackets stay in the names: a member of a form is reached by the name that stands there. */
    private static ObjectNode fields(String body) {
        ObjectNode tree = JSON.createObjectNode();
        for (String pair : body.split("&", -1)) {
            String[] sides = pair.split("=", 2);
            if (sides.length == 2) {
                tree.put(decoded(sides[0]), decoded(sides[1]));
            }
        }
        return tree;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
