package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Schemas;
import dev.samekey.steps.model.openapi.Texts;
import dev.samekey.steps.model.targets.Unique;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the body of an operation is, and which other values its members may have. */
final class SampleBodies {
    static final String UNIQUE = "${unique}";

    private static final JsonNode NOTHING = MissingNode.getInstance();
    private static final BigDecimal TEN = BigDecimal.TEN;

    private SampleBodies() {}

    /** The schemas of the members at the top of a body, and the members that only its example has. */
    static Map<String, JsonNode> members(Described described) {
        return members(described, sample(described));
    }

    /** @param sample an example of the body, made already */
    static Map<String, JsonNode> members(Described described, JsonNode sample) {
        Schemas schemas = schemas(described);
        Map<String, JsonNode> members = new LinkedHashMap<>();
        schemas.flat(content(described).path("schema"))
                .path("properties")
                .properties()
                .forEach(member -> members.put(member.getKey(), schemas.flat(member.getValue())));
        sample.properties().forEach(member -> members.putIfAbsent(member.getKey(), MissingNode.getInstance()));
        xml(described).ifPresent(xml -> xml.names().forEach(name -> members.put(name, MissingNode.getInstance())));
        return members;
    }

    /** An example of the body; nothing where the operation takes none. */
    static JsonNode sample(Described described) {
        JsonNode content = content(described);
        if (content.isMissingNode()) {
            return described
                    .text()
                    .<JsonNode>map(text -> TextNode.valueOf(text(described, text)))
                    .orElse(content);
        }
        JsonNode body = withoutPlaceholders(tree(schemas(described).body(content)));
        if (!isParts(described)) {
            return isJson(described) ? body : fields(body);
        }
        // A form of no parts is none: where all may be left out, all are there, and a file where nothing is said.
        JsonNode some = body.isObject() && !body.isEmpty()
                ? body
                : tree(schemas(described).sent().body(content));
        JsonNode parts = parts(described, some);
        return parts.isEmpty() ? aFile() : parts;
    }

    /** An example of a tree may be written as one text. */
    private static JsonNode tree(JsonNode body) {
        JsonNode tree = body.isTextual() ? JsonFile.tree(body.asText()) : body;
        return tree.isContainerNode() ? tree : body;
    }

    /** Whether the document itself has an example of the body, or the operation takes none. */
    static boolean hasExample(Described described) {
        JsonNode content = content(described);
        return content.isMissingNode() || schemas(described).example(content).isPresent();
    }

    /** The document's example, or one made of its schema; of a plain text nothing is known but that it may be any. */
    private static String text(Described described, Described.Text text) {
        if (!text.example().isEmpty()) {
            return withoutPlaceholders(text.example());
        }
        return text.isXml() ? XmlSample.of(schemas(described), text.content()).text() : UNIQUE;
    }

    /** The XML document that the body is; nothing where it is no XML. */
    static Optional<XmlSample> xml(Described described) {
        return described.text().filter(Described.Text::isXml).map(text -> new XmlSample(text(described, text)));
    }

    /** Whether the body is a form of several parts. */
    static boolean isParts(Described described) {
        return described.mediaType().map(Described::isParts).orElse(false);
    }

    private static boolean isJson(Described described) {
        return described.mediaType().filter(Described::isJson).isPresent();
    }

    /** A form that is described as one text, such as {@code a=1&b=2}. */
    private static JsonNode fields(JsonNode body) {
        if (body.isObject() || body.isMissingNode()) {
            return body;
        }
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        for (String field : (body.isTextual() ? body.asText() : "text=text").split("&", -1)) {
            int equals = field.indexOf('=');
            fields.put(equals > 0 ? field.substring(0, equals) : "text", field.substring(equals + 1));
        }
        return fields;
    }

    /** An example may look like a placeholder of a target file; it may have the one that is meant, too. */
    private static String withoutPlaceholders(String text) {
        return text.replaceAll("\\$\\{(?!unique})", "{");
    }

    private static JsonNode withoutPlaceholders(JsonNode value) {
        if (value.isTextual()) {
            return TextNode.valueOf(withoutPlaceholders(value.asText()));
        }
        if (value instanceof ObjectNode object) {
            ObjectNode plain = JsonNodeFactory.instance.objectNode();
            object.properties().forEach(member -> plain.set(member.getKey(), withoutPlaceholders(member.getValue())));
            return plain;
        }
        if (value instanceof ArrayNode array) {
            ArrayNode plain = JsonNodeFactory.instance.arrayNode();
            array.forEach(item -> plain.add(withoutPlaceholders(item)));
            return plain;
        }
        return value;
    }

    private static JsonNode aFile() {
        ObjectNode parts = JsonNodeFactory.instance.objectNode();
        parts.putObject("file")
                .put("value", "a file")
                .put("filename", "file.bin")
                .put("type", "application/octet-stream");
        return parts;
    }

    /** A member of bytes is a part with a file name, and one that has members is JSON. */
    private static JsonNode parts(Described described, JsonNode body) {
        Schemas schemas = schemas(described);
        JsonNode members = schemas.flat(content(described).path("schema")).path("properties");
        ObjectNode parts = JsonNodeFactory.instance.objectNode();
        body.properties().forEach(member -> {
            JsonNode schema = schemas.flat(members.path(member.getKey()));
            boolean isFile = schema.path("format").asText().equals("binary") || schema.has("contentMediaType");
            if (isFile) {
                parts.putObject(member.getKey())
                        .put("value", "a " + member.getKey())
                        .put("filename", member.getKey() + ".bin")
                        .put("type", schema.path("contentMediaType").asText("application/octet-stream"));
            } else if (member.getValue().isContainerNode()) {
                parts.putObject(member.getKey()).put("type", "application/json").set("value", member.getValue());
            } else if (!member.getValue().isNull()) {
                parts.set(member.getKey(), member.getValue());
            }
        });
        return parts;
    }

    static Schemas schemas(Described described) {
        Schemas schemas = new Schemas(described.document(), Words::isReference);
        return described.isWebhook() ? schemas.sent() : schemas;
    }

    private static JsonNode content(Described described) {
        return described.mediaType().map(described.contents()::path).orElse(MissingNode.getInstance());
    }

    /**
     * The body as a target file has it.
     *
     * @param sample an example of it
     * @param members the schemas of its members
     * @param parents by member the placeholder of the operation that it names
     * @param without members that the harness puts there itself
     */
    static JsonNode drafted(
            Described described,
            JsonNode sample,
            Map<String, JsonNode> members,
            Map<String, String> parents,
            Set<String> without) {
        if (!(sample.deepCopy() instanceof ObjectNode body)) {
            return xml(described)
                    .<JsonNode>map(xml ->
                            TextNode.valueOf(xml.filled(parents).distinguished().text()))
                    .orElse(sample);
        }
        body.remove(without);
        parents.forEach((member, placeholder) -> body.set(member, TextNode.valueOf(placeholder)));
        Schemas schemas = schemas(described);
        body.properties().stream()
                .filter(member -> !parents.containsKey(member.getKey()))
                .forEach(member -> member.setValue(distinguished(
                        schemas, member.getKey(), member.getValue(), members.getOrDefault(member.getKey(), NOTHING))));
        if (!body.toString().contains(UNIQUE)) {
            members.keySet().stream()
                    .filter(name ->
                            Words.isFree(name) && canBeUnique(body.path(name), members.getOrDefault(name, NOTHING)))
                    .findFirst()
                    .ifPresent(name -> body.put(name, UNIQUE));
        }
        return body;
    }

    /** A value in which each reference of the sender's own is a new one. */
    private static JsonNode distinguished(Schemas schemas, String name, JsonNode value, JsonNode schema) {
        if (Words.isElsewhere(name)) {
            return value;
        }
        if (value instanceof ObjectNode object) {
            JsonNode members = schemas.flat(schema).path("properties");
            object.properties()
                    .forEach(member -> member.setValue(distinguished(
                            schemas, member.getKey(), member.getValue(), schemas.flat(members.path(member.getKey())))));
        } else if (value instanceof ArrayNode array) {
            JsonNode items = schemas.flat(schemas.flat(schema).path("items"));
            for (int i = 0; i < array.size(); i++) {
                array.set(i, distinguished(schemas, name, array.get(i), items));
            }
        } else if (Words.isReference(name) && canBeUnique(value, schema)) {
            return TextNode.valueOf(UNIQUE);
        }
        return value;
    }

    private static boolean canBeUnique(JsonNode value, JsonNode schema) {
        return (value.isTextual() || value.isMissingNode())
                && Schemas.type(schema).equals("string")
                && !schema.has("format")
                && fits(Unique.EXAMPLE, schema);
    }

    private static boolean fits(String text, JsonNode schema) {
        return !schema.has("enum") && !schema.has("const") && Texts.fits(text, schema);
    }

    /**
     * Another valid value of a member, as far as the document lets one be guessed.
     *
     * @param less whether a number must not become more than it is
     */
    static Optional<JsonNode> another(String name, JsonNode value, JsonNode schema, boolean less) {
        if (value.isTextual() && value.textValue().contains("${")) {
            return Optional.empty();
        }
        if (schema.path("enum").size() > 1) {
            return schema.path("enum")
                    .valueStream()
                    .filter(one -> !one.equals(value) && !one.isNull())
                    .findFirst();
        }
        if (value.isNumber() && Words.isAmount(name)) {
            return number(value.decimalValue(), schema, less);
        }
        String text = Words.snake(name).endsWith("currency")
                ? value.asText().equals("EUR") ? "USD" : "EUR"
                : Words.isFree(name) ? "another " + name : "";
        return value.isTextual() && !text.isEmpty() && fits(text, schema)
                ? Optional.of(TextNode.valueOf(text))
                : Optional.empty();
    }

    private static Optional<JsonNode> number(BigDecimal value, JsonNode schema, boolean less) {
        BigDecimal step = value.divide(TEN, 0, RoundingMode.DOWN).max(BigDecimal.ONE);
        BigDecimal more = value.add(step);
        boolean room = !less
                && (!schema.has("maximum")
                        || more.compareTo(schema.path("maximum").decimalValue()) <= 0);
        BigDecimal other = room ? more : value.subtract(step);
        return other.signum() > 0 && other.compareTo(lowest(schema, BigDecimal.ONE)) >= 0
                ? Optional.of(plain(other))
                : Optional.empty();
    }

    /** A value that the document itself rules out. */
    static Optional<JsonNode> invalid(JsonNode value, JsonNode schema) {
        boolean bounded =
                schema.has("minimum") || schema.path("exclusiveMinimum").isNumber();
        return value.isNumber() && bounded
                ? Optional.of(plain(lowest(schema, BigDecimal.ZERO).subtract(BigDecimal.ONE)))
                : Optional.empty();
    }

    private static BigDecimal lowest(JsonNode schema, BigDecimal otherwise) {
        JsonNode bound = schema.has("minimum") ? schema.path("minimum") : schema.path("exclusiveMinimum");
        return bound.isNumber() ? bound.decimalValue() : otherwise;
    }

    private static JsonNode plain(BigDecimal number) {
        BigDecimal stripped = number.stripTrailingZeros();
        return stripped.scale() <= 0 && stripped.precision() - stripped.scale() < 18
                ? JsonNodeFactory.instance.numberNode(stripped.longValueExact())
                : DecimalNode.valueOf(number);
    }

    /** The first number at the top of a body that is an amount; nothing where there is none. */
    static @Nullable String amount(JsonNode body) {
        return body.properties().stream()
                .filter(member -> member.getValue().isNumber() && Words.isAmount(member.getKey()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    /** Less of it than there is: what a reversal of a part takes back. */
    static JsonNode part(JsonNode whole) {
        return plain(whole.decimalValue().multiply(new BigDecimal("0.4")).setScale(0, RoundingMode.UP));
    }
}
