package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Content;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.file.XmlText;
import dev.samekey.steps.model.targets.BodyFiles;
import dev.samekey.steps.model.targets.BodyKind;
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
 * Reads and writes the payload of a request: JSON, a form whose nested members stand in brackets, XML or another text, parts, or the
 * bytes of a file.
 */
public final class Bodies {
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String JSON_TYPE = "application/json";
    static final String FORM = "application/x-www-form-urlencoded";

    private static final ObjectMapper JSON = new ObjectMapper();

    private Bodies() {}

    /** The payload as a tree that may be changed; a form's values are texts. */
    static ObjectNode read(Request request, String name) {
        return tree(request)
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast)
                .orElseThrow(() -> unlike(name));
    }

    /** Whether the payload is a tree with members. */
    static boolean hasMembers(Request request) {
        return tree(request).filter(ObjectNode.class::isInstance).isPresent();
    }

    private static Judgement unlike(String name) {
        return Judgement.notApplicable("the " + name + " has no payload whose members could differ");
    }

    /** The payload as a tree; nothing where there is none, or it is neither JSON nor a form. */
    private static Optional<JsonNode> tree(Request request) {
        String body = request.body();
        try {
            return body == null || !(request.content() instanceof Content.Text)
                    ? Optional.empty()
                    : Optional.of(isForm(request) ? fields(body) : JSON.readTree(body));
        } catch (JsonProcessingException noJson) {
            return Optional.empty();
        }
    }

    /** The values in the payload: those of members, elements, attributes and parts, or else the whole text. */
    public static List<String> values(Request request) {
        if (request.content() == null) {
            return List.of();
        }
        JsonNode body = body(request);
        return switch (kind(request)) {
            case JSON, FORM -> tree(request).map(Bodies::leaves).orElse(List.of(body.asText()));
            case XML -> new XmlText(body.asText()).values();
            case PARTS ->
                body.valueStream()
                        .filter(part -> !BodyFiles.isFile(part))
                        .map(BodyFiles::value)
                        .toList();
            case TEXT -> List.of(body.asText());
            case BYTES -> List.of();
        };
    }

    private static List<String> leaves(JsonNode node) {
        return node.isValueNode()
                ? List.of(node.asText())
                : node.valueStream().flatMap(inner -> leaves(inner).stream()).toList();
    }

    /** The same request with other values at some places of its payload. */
    static Request changed(Request request, String name, Map<String, JsonNode> changes) {
        BodyKind kind = kind(request);
        JsonNode body = readAny(request, name);
        for (Map.Entry<String, JsonNode> change : changes.entrySet()) {
            if (!kind.isTree() && kind != BodyKind.PARTS) {
                mustBeThere(kind, body, name, change.getKey());
            }
            body = kind.with(body, change.getKey(), change.getValue());
        }
        return write(request, body);
    }

    /** The same request without what stands at a place of its payload. */
    static Request without(Request request, String name, String place) {
        BodyKind kind = kind(request);
        JsonNode body = readAny(request, name);
        if (!kind.isTree()) {
            mustBeThere(kind, body, name, place);
        }
        return write(request, kind.without(body, place).orElseThrow(() -> unlike(name)));
    }

    private static JsonNode readAny(Request request, String name) {
        if (request.content() == null) {
            throw unlike(name);
        }
        return kind(request).isTree() ? read(request, name) : body(request);
    }

    /** A value that was filled in may say again what names a place. */
    private static void mustBeThere(BodyKind kind, JsonNode body, String name, String place) {
        kind.fault(body, place).ifPresent(fault -> {
            throw Judgement.notChecked("«" + place + "» " + fault + ", as it is sent for the " + name);
        });
    }

    private static BodyKind kind(Request request) {
        return request.content() instanceof Content.File
                ? BodyKind.BYTES
                : BodyKind.of(request.header(CONTENT_TYPE).orElse(JSON_TYPE), null);
    }

    /** The payload as a target file writes it. */
    private static JsonNode body(Request request) {
        Content content = request.content();
        if (content instanceof Content.Parts parts) {
            ObjectNode body = JSON.createObjectNode();
            parts.parts().forEach(part -> body.set(part.name(), written(part)));
            return body;
        }
        return content == null ? JSON.missingNode() : written(content);
    }

    private static JsonNode written(Content content) {
        return content instanceof Content.File file
                ? BodyFiles.of(file.name(), file.bytes())
                : TextNode.valueOf(content.text());
    }

    private static JsonNode written(Content.Part part) {
        ObjectNode written = part.content() instanceof Content.File file
                ? BodyFiles.of(file.name(), file.bytes())
                : JSON.createObjectNode().put("value", part.content().text());
        if (part.filename() != null) {
            written.put("filename", part.filename());
        }
        return part.type() == null ? written : written.put("type", part.type());
    }

    private static Content.Parts parts(JsonNode payload) {
        return new Content.Parts(payload.properties().stream()
                .map(part -> new Content.Part(
                        part.getKey(),
                        BodyFiles.isFile(part.getValue())
                                ? file(part.getValue())
                                : new Content.Text(BodyFiles.value(part.getValue())),
                        BodyFiles.filename(part.getValue()),
                        part.getValue().path("type").textValue()))
                .toList());
    }

    private static Content.File file(JsonNode node) {
        return Content.File.of(BodyFiles.name(node), BodyFiles.bytes(node));
    }

    /** The same request with this payload. */
    static Request write(Request request, JsonNode payload) {
        return switch (BodyKind.of(request.header(CONTENT_TYPE).orElse(JSON_TYPE), payload)) {
            case JSON -> request.withBody(payload.toString());
            case FORM -> request.withBody(form(payload));
            case XML, TEXT -> request.withBody(payload.isTextual() ? payload.textValue() : payload.toString());
            case PARTS -> {
                Content.Parts parts = parts(payload);
                yield request.with(parts).with(CONTENT_TYPE, parts.type());
            }
            case BYTES -> request.with(file(payload));
        };
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
