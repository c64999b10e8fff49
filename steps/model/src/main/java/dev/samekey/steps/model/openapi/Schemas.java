package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Values that fit the schemas of a document. */
public final class Schemas {
    /** A schema that holds itself ends here. */
    private static final int DEEPEST = 6;

    private static final List<String> PARTS = List.of("allOf", "oneOf", "anyOf");
    /** Of two bounds the one that leaves less room counts. */
    private static final Set<String> LOWER = Set.of("maximum", "maxLength", "maxItems");

    private static final Set<String> HIGHER = Set.of("minimum", "minLength", "minItems");

    /** What is sent has all of its members down to here: who makes it fills them. */
    private static final int WHOLE = 2;

    private final Document document;
    private final Predicate<String> wanted;
    private final boolean isSent;
    private final JsonNodeFactory nodes = JsonNodeFactory.instance;

    /** @param wanted which members that may be left out a value has too, by their names */
    public Schemas(Document document, Predicate<String> wanted) {
        this(document, wanted, false);
    }

    private Schemas(Document document, Predicate<String> wanted, boolean isSent) {
        this.document = document;
        this.wanted = wanted;
        this.isSent = isSent;
    }

    /** The same for what the API itself sends. */
    public Schemas sent() {
        return new Schemas(document, wanted, true);
    }

    /** What a body of that media type looks like: the document's example, or else one made of its schema. */
    public JsonNode body(JsonNode content) {
        return example(content).orElseGet(() -> value("", content.path("schema"), 0));
    }

    /** The document's own example of a body; nothing where it has none. */
    public Optional<JsonNode> example(JsonNode content) {
        return Stream.concat(
                        Stream.of(content.path("example")),
                        content.path("examples")
                                .valueStream()
                                .map(example -> document.resolved(example).path("value")))
                .filter(value -> !value.isMissingNode() && !value.isNull())
                .findFirst();
    }

    /**
     * A value that fits a schema.
     *
     * @param name of the member or the parameter, which tells what nothing else does
     */
    public JsonNode value(String name, JsonNode schema) {
        return value(name, schema, 0);
    }

    private JsonNode value(String name, JsonNode schema, int depth) {
        JsonNode flat = flat(schema);
        JsonNode given = given(flat);
        if (!given.isMissingNode()) {
            return given;
        }
        return switch (type(flat)) {
            case "object" -> object(flat, depth);
            case "array" ->
                depth > DEEPEST ? nodes.arrayNode() : nodes.arrayNode().add(value(name, flat.path("items"), depth + 1));
            case "integer", "number" -> nodes.numberNode(number(flat));
            case "boolean" -> nodes.booleanNode(true);
            case "null" -> nodes.nullNode();
            default -> nodes.textNode(Texts.fitting(name, flat));
        };
    }

    /**
     * What the document itself gives as a value of a schema; nothing where it gives none. One part of a schema may rule out the
     * example of another.
     */
    private static JsonNode given(JsonNode flat) {
        return Stream.of(
                        Stream.of(flat.path("const"), flat.path("example")),
                        flat.path("examples").valueStream(),
                        Stream.of(flat.path("default"), flat.at("/enum/0")))
                .flatMap(values -> values)
                .flatMap(value -> ofType(value, flat))
                .filter(value -> !value.isMissingNode() && !value.isNull() && fits(value, flat))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    /** An example may be a list of some where one value is meant, or a number where the text of one is. */
    private static Stream<JsonNode> ofType(JsonNode value, JsonNode flat) {
        JsonNode types = flat.path("type");
        boolean saysOne = types.isTextual()
                || types.valueStream()
                                .filter(one -> !one.asText().equals("null"))
                                .count()
                        == 1;
        if (!saysOne) {
            return Stream.of(value);
        }
        Stream<JsonNode> each = value.isArray() ? value.valueStream() : Stream.of(value);
        return switch (type(flat)) {
            case "string" ->
                each.filter(JsonNode::isValueNode)
                        .map(one -> one.isNumber() || one.isBoolean() ? TextNode.valueOf(one.asText()) : one);
            case "integer", "number" -> each.filter(JsonNode::isNumber);
            case "boolean" -> each.filter(JsonNode::isBoolean);
            default -> Stream.of(value);
        };
    }

    private static boolean fits(JsonNode value, JsonNode flat) {
        boolean isNamed = !flat.has("enum")
                || flat.path("enum").valueStream().anyMatch(one -> one.equals(value) || isSameText(one, value));
        if (!isNamed || (flat.has("const") && !flat.path("const").equals(value))) {
            return false;
        }
        if (value.isNumber()) {
            return isWithin(value.decimalValue(), flat.path("minimum"), flat.path("maximum"));
        }
        return !value.isTextual()
                || isWithin(
                        BigDecimal.valueOf(
                                value.asText().codePointCount(0, value.asText().length())),
                        flat.path("minLength"),
                        flat.path("maxLength"));
    }

    private static boolean isSameText(JsonNode one, JsonNode value) {
        return value.isTextual() && one.isValueNode() && one.asText().equals(value.textValue());
    }

    private static boolean isWithin(BigDecimal size, JsonNode least, JsonNode most) {
        return (!least.isNumber() || size.compareTo(least.decimalValue()) >= 0)
                && (!most.isNumber() || size.compareTo(most.decimalValue()) <= 0);
    }

    private JsonNode object(JsonNode flat, int depth) {
        ObjectNode object = nodes.objectNode();
        Set<String> required = new HashSet<>();
        flat.path("required").forEach(name -> required.add(name.asText()));
        flat.path("properties").properties().forEach(property -> {
            JsonNode member = flat(property.getValue());
            boolean included = required.contains(property.getKey())
                    || !given(member).isMissingNode()
                    || wanted.test(property.getKey())
                    || (isSent && depth <= WHOLE);
            boolean isNeverThere =
                    member.path(isSent ? "writeOnly" : "readOnly").asBoolean();
            if (included && !isNeverThere && depth <= DEEPEST) {
                object.set(property.getKey(), value(property.getKey(), member, depth + 1));
            }
        });
        return object;
    }

    /** A schema without references, with the members of all its parts, and the first of its alternatives. */
    public JsonNode flat(JsonNode schema) {
        boolean isPlain = !schema.has("$ref") && !schema.has("allOf") && !schema.has("oneOf") && !schema.has("anyOf");
        return isPlain ? schema : document.flat(schema, one -> flat(one, 0));
    }

    private JsonNode flat(JsonNode schema, int depth) {
        if (depth > DEEPEST) {
            return document.resolved(schema);
        }
        if (schema.has("$ref")) {
            boolean counts = document.countsBesideReferences() && schema.size() > 1;
            JsonNode named = counts ? flat(document.next(schema), depth + 1) : document.resolved(schema);
            return counts
                    ? joined(named, ((ObjectNode) schema.deepCopy()).without("$ref"), depth)
                    : flat(named, depth + 1);
        }
        if (!(schema.has("allOf") || schema.has("oneOf") || schema.has("anyOf"))) {
            return schema;
        }
        return joined(nodes.objectNode(), schema, depth);
    }

    /** One schema, with all that another one says besides. */
    private JsonNode joined(JsonNode first, JsonNode schema, int depth) {
        ObjectNode all = nodes.objectNode();
        add(all, first);
        schema.path("allOf").forEach(part -> add(all, flat(part, depth + 1)));
        Stream.of("oneOf", "anyOf")
                .flatMap(word -> schema.path(word).valueStream())
                .map(part -> flat(part, depth + 1))
                .filter(part -> !type(part).equals("null"))
                .findFirst()
                .ifPresent(one -> add(all, one));
        add(all, schema);
        return all.remove(PARTS);
    }

    private void add(ObjectNode all, JsonNode part) {
        part.properties().forEach(member -> {
            String name = member.getKey();
            JsonNode there = all.path(name);
            JsonNode other = member.getValue();
            if (name.equals("properties") && there.isObject()) {
                ObjectNode properties = nodes.objectNode();
                properties.setAll((ObjectNode) there);
                other.properties()
                        .forEach(one -> properties.set(one.getKey(), both(there.path(one.getKey()), one.getValue())));
                all.set(name, properties);
            } else if (name.equals("required") && there.isArray()) {
                all.set(
                        name,
                        nodes.arrayNode()
                                .addAll((ArrayNode) there)
                                .addAll(other.valueStream().toList()));
            } else if (name.equals("enum") && there.isArray()) {
                List<JsonNode> of = there.valueStream().toList();
                all.set(
                        name,
                        nodes.arrayNode()
                                .addAll(other.valueStream().filter(of::contains).toList()));
            } else if (LOWER.contains(name) && there.isNumber() && other.isNumber()) {
                all.set(name, there.decimalValue().compareTo(other.decimalValue()) < 0 ? there : other);
            } else if (HIGHER.contains(name) && there.isNumber() && other.isNumber()) {
                all.set(name, there.decimalValue().compareTo(other.decimalValue()) > 0 ? there : other);
            } else {
                all.set(name, other);
            }
        });
    }

    /** A member that two parts of a schema describe. */
    private JsonNode both(JsonNode one, JsonNode other) {
        if (one.isMissingNode() || one.equals(other)) {
            return other;
        }
        ObjectNode both = nodes.objectNode();
        both.putArray("allOf").add(one).add(other);
        return both;
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
        if (flat.path("exclusiveMinimum").isNumber()) {
            number = number.max(flat.path("exclusiveMinimum").decimalValue().add(BigDecimal.ONE));
        }
        BigDecimal step = flat.path("multipleOf").decimalValue();
        return step.signum() > 0 && type(flat).equals("integer")
                ? step.multiply(number.divide(step, 0, RoundingMode.CEILING)).stripTrailingZeros()
                : number;
    }
}
