package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * Reads and writes the payload of a request: JSON, or a form whose nested members stand in brackets. A text of another type,
 * such as XML, is written as it is.
 */
public final class Bodies {
    private static final String JSON_TYPE = "application/json";
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
        if (isForm(request)) {
            return request.withBody(form(payload));
        }
        boolean isPlain = payload.isTextual()
                && Operation.Template.isPlain(request.header("Content-Type").orElse(JSON_TYPE));
        return request.withBody(isPlain ? payload.textValue() : payload.toString());
    }

    public static boolean isForm(Request request) {
        return request.header("Content-Type").map(type -> type.startsWith(FORM)).orElse(false);
    }

    /**
     * The same form in another notation: its parameters turned round, but for those that make one list or object, a space
     * as %20, and the first character of each value percent-encoded (WHATWG URL, application/x-www-form-urlencoded).
     */
    static Request reordered(Request request, String name) {
        Map<String, List<String>> byRoot = new LinkedHashMap<>();
        read(request, name)
                .properties()
                .forEach(member -> byRoot.computeIfAbsent(root(member.getKey()), same -> new ArrayList<>())
                        .add(encoded(member.getKey()) + "="
                                + overEncoded(member.getValue().asText())));
        List<List<String>> turned = new ArrayList<>(byRoot.values());
        Collections.reverse(turned);
        return request.withBody(turned.stream().flatMap(List::stream).collect(Collectors.joining("&")));
    }

    private static String root(String name) {
        int bracket = name.indexOf('[');
        return bracket < 0 ? name : name.substring(0, bracket);
    }

    private static String overEncoded(String text) {
        if (text.isEmpty()) {
            return "";
        }
        int first = text.offsetByCodePoints(0, 1);
        StringBuilder head = new StringBuilder();
        for (byte one : text.substring(0, first).getBytes(StandardCharsets.UTF_8)) {
            head.append("%%%02X".formatted(one));
        }
        return head + encoded(text.substring(first)).replace("+", "%20");
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
