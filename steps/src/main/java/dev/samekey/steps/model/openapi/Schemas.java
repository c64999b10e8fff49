package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Values that fit the schemas of a document. */
public final class Schemas {
    /** A schema that holds itself ends here. */
    private static final int DEEPEST = 6;

    private static final Map<String, String> FORMATS = Map.of(
            "date", "2030-01-15",
            "date-time", "2030-01-15T12:00:00Z",
            "time", "12:00:00Z",
            "duration", "PT1H",
            "email", "someone@example.org",
            "uri", "https://example.org/",
            "hostname", "example.org",
            "ipv4", "192.0.2.1",
            "uuid", "00000000-0000-4000-8000-000000000001");

    private final Document document;
    private final Predicate<String> wanted;
    private final JsonNodeFactory nodes = JsonNodeFactory.instance;

    /** @param wanted which members that may be left out a value has too, by their names */
    public Schemas(Document document, Predicate<String> wanted) {
        this.document = document;
        this.wanted = wanted;
    }

    /** What a body of that media type looks like: the document's example, or else one made of its schema. */
    public JsonNode body(JsonNode content) {
        if (content.has("example")) {
            return content.path("example");
        }
        for (JsonNode example : content.path("examples")) {
            JsonNode value = document.resolved(example).path("value");
            if (!value.isMissingNode()) {
                return value;
            }
        }
        return value(content.path("schema"), 0);
    }

    /** A value that fits a schema. */
    public JsonNode value(JsonNode schema) {
        return value(schema, 0);
    }

    private JsonNode value(JsonNode schema, int depth) {
        JsonNode flat = flat(schema);
        JsonNode given = given(flat);
        if (!given.isMissingNode()) {
            return given;
        }
        return switch (type(flat)) {
            case "object" -> object(flat, depth);
            case "array" ->
                depth > DEEPEST ? nodes.arrayNode() : nodes.arrayNode().add(value(flat.path("items"), depth + 1));
            case "integer", "number" -> nodes.numberNode(number(flat));
            case "boolean" -> nodes.booleanNode(true);
            case "null" -> nodes.nullNode();
            default -> nodes.textNode(text(flat));
        };
    }

    /** What the document itself gives as a value of a schema; nothing where it gives none. */
    private static JsonNode given(JsonNode flat) {
        return Stream.of("/example", "/examples/0", "/const", "/default", "/enum/0")
                .map(flat::at)
                .filter(value -> !value.isMissingNode() && !value.isNull())
                .findFirst()
                .orElse(flat.path("nothing"));
    }

    private JsonNode object(JsonNode flat, int depth) {
        ObjectNode object = nodes.objectNode();
        Set<String> required = new HashSet<>();
        flat.path("required").forEach(name -> required.add(name.asText()));
        flat.path("properties").properties().forEach(property -> {
            JsonNode member = flat(property.getValue());
            boolean included = required.contains(property.getKey())
                    || !given(member).isMissingNode()
                    || wanted.test(property.getKey());
            if (included && !member.path("readOnly").asBoolean() && depth <= DEEPEST) {
                object.set(property.getKey(), value(member, depth + 1));
            }
        });
        return object;
    }

    /** A schema without references, with the members of all its parts, and the first of its alternatives. */
    public JsonNode flat(JsonNode schema) {
        return flat(schema, 0);
    }

    private JsonNode flat(JsonNode schema, int depth) {
        JsonNode resolved = document.resolved(schema);
        if (depth > DEEPEST || !(resolved.has("allOf") || resolved.has("oneOf") || resolved.has("anyOf"))) {
            return resolved;
        }
        ObjectNode all = nodes.objectNode();
        resolved.path("allOf").forEach(part -> add(all, flat(part, depth + 1)));
        Stream.of("oneOf", "anyOf")
                .flatMap(word -> resolved.path(word).valueStream())
                .map(part -> flat(part, depth + 1))
                .filter(part -> !type(part).equals("null"))
                .findFirst()
                .ifPresent(first -> add(all, first));
        add(all, resolved);
        return all.remove(List.of("allOf", "oneOf", "anyOf"));
    }

    private static void add(ObjectNode all, JsonNode part) {
        part.properties().forEach(member -> {
            JsonNode there = all.path(member.getKey());
            if (member.getKey().equals("properties") && there instanceof ObjectNode properties) {
                member.getValue().properties().forEach(one -> properties.set(one.getKey(), one.getValue()));
            } else if (member.getKey().equals("required") && there.isArray()) {
                member.getValue().forEach(all.withArray("required")::add);
            } else {
                all.set(member.getKey(), member.getValue().deepCopy());
            }
        });
    }

    /** The type of a schema without references; of several, the first that is not {@code null}. */
    public static String type(JsonNode flat) {
        JsonNode type = flat.path("type");
        if (type.isArray()) {
            return type.valueStream()
                    .map(JsonNode::asText)
                    .filter(one -> !one.equals("null"))
                    .findFirst()
                    .orElse("null");
        }
        if (type.isMissingNode()) {
            return flat.has("properties") ? "object" : flat.has("items") ? "array" : "string";
        }
        return type.asText();
    }

    /** A number within its bounds, 1000 where there is room for it. */
    private static BigDecimal number(JsonNode flat) {
        BigDecimal number = new BigDecimal(1000);
        if (flat.has("maximum")) {
            number = number.min(flat.path("maximum").decimalValue());
        }
        // A bound that is left out is a number since 3.1, and a flag beside the bound in 3.0.
        if (flat.path("exclusiveMaximum").isNumber()) {
            number = number.min(flat.path("exclusiveMaximum").decimalValue().subtract(BigDecimal.ONE));
        }
        if (flat.has("minimum")) {
            number = number.max(flat.path("minimum").decimalValue());
        }
        return number;
    }

    private static String text(JsonNode flat) {
        String text = FORMATS.getOrDefault(flat.path("format").asText(), "text");
        int shortest = flat.path("minLength").asInt(0);
        String longEnough = text + "x".repeat(Math.max(0, Math.min(shortest, 1000) - text.length()));
        int longest = flat.path("maxLength").asInt(longEnough.length());
        return longEnough.substring(0, Math.max(0, Math.min(longest, longEnough.length())));
    }
}
