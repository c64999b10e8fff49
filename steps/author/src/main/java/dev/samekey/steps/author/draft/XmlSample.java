package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.file.XmlText;
import dev.samekey.steps.model.openapi.Schemas;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An XML document that an operation takes: the document's own example, or one made of its schema. */
record XmlSample(String text) {
    /** An element without elements, with or without a prefix. */
    private static final Pattern LEAF = Pattern.compile("<((?:[\\w.-]+:)?([\\w.-]+))(\\s[^<>]*)?>([^<>]*)</\\1>");

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,15}(\\.\\d{1,9})?");

    /** @param content what an OpenAPI document says of the body */
    static XmlSample of(Schemas schemas, JsonNode content) {
        JsonNode schema = content.path("schema");
        String reference = schema.path("$ref").asText();
        String name = reference.isEmpty() ? "request" : reference.substring(reference.lastIndexOf('/') + 1);
        StringBuilder text = new StringBuilder();
        write(schemas, name, schema, schemas.body(content), text);
        return new XmlSample(text.toString());
    }

    private static void write(Schemas schemas, String member, JsonNode schema, JsonNode value, StringBuilder text) {
        JsonNode flat = schemas.flat(schema);
        if (value.isArray()) {
            list(schemas, member, flat, value, text);
            return;
        }
        String name = name(member, flat);
        text.append('<').append(name).append(namespace(flat));
        value.properties().stream()
                .filter(one -> isAttribute(schemas, flat, one.getKey()))
                .forEach(one -> text.append(' ')
                        .append(name(one.getKey(), schemas.flat(property(flat, one.getKey()))))
                        .append("=\"")
                        .append(XmlText.escaped(one.getValue().asText()))
                        .append('"'));
        text.append('>');
        value.properties().stream()
                .filter(one -> !isAttribute(schemas, flat, one.getKey()))
                .forEach(one -> write(schemas, one.getKey(), property(flat, one.getKey()), one.getValue(), text));
        text.append(XmlText.escaped(value.asText())).append("</").append(name).append('>');
    }

    /** The items stand one after another, in an element of their own where they are wrapped. */
    private static void list(Schemas schemas, String member, JsonNode flat, JsonNode items, StringBuilder text) {
        boolean isWrapped = flat.at("/xml/wrapped").asBoolean();
        String name = name(member, flat);
        text.append(isWrapped ? "<" + name + ">" : "");
        items.forEach(item -> write(schemas, isWrapped ? member : name, flat.path("items"), item, text));
        text.append(isWrapped ? "</" + name + ">" : "");
    }

    private static JsonNode property(JsonNode flat, String name) {
        return flat.path("properties").path(name);
    }

    private static boolean isAttribute(Schemas schemas, JsonNode flat, String name) {
        return schemas.flat(property(flat, name)).at("/xml/attribute").asBoolean();
    }

    private static String name(String member, JsonNode flat) {
        String prefix = flat.at("/xml/prefix").asText();
        return (prefix.isEmpty() ? "" : prefix + ":") + flat.at("/xml/name").asText(member);
    }

    private static String namespace(JsonNode flat) {
        String uri = flat.at("/xml/namespace").asText();
        String prefix = flat.at("/xml/prefix").asText();
        return uri.isEmpty()
                ? ""
                : " xmlns" + (prefix.isEmpty() ? "" : ":" + prefix) + "=\"" + XmlText.escaped(uri) + "\"";
    }

    /** The names of its elements that have a value. */
    List<String> names() {
        return leaves().map(leaf -> leaf.group(2)).distinct().toList();
    }

    private Stream<MatchResult> leaves() {
        return LEAF.matcher(text).results();
    }

    /** The texts of the elements whose name stands there once, by XPath. */
    Map<String, JsonNode> values() {
        Map<String, JsonNode> values = new LinkedHashMap<>();
        leaves().forEach(leaf -> place(leaf.group(2))
                .ifPresent(place ->
                        values.put(place, TextNode.valueOf(leaf.group(4).strip()))));
        return values;
    }

    /** The same with the ids of other operations where elements name them. */
    XmlSample filled(Map<String, String> placeholders) {
        return with(
                placeholders::containsKey,
                leaf -> placeholders.getOrDefault(leaf.group(2), leaf.group(4)),
                Integer.MAX_VALUE);
    }

    /** The same with {@code ${unique}} where an element looks like a reference, or else in one that may have any text. */
    XmlSample distinguished() {
        if (text.contains(SampleBodies.UNIQUE)) {
            return this;
        }
        XmlSample referred = with(Words::isReference, leaf -> SampleBodies.UNIQUE, Integer.MAX_VALUE);
        return referred.equals(this) ? with(Words::isFree, leaf -> SampleBodies.UNIQUE, 1) : referred;
    }

    private XmlSample with(
            Predicate<String> names, java.util.function.Function<MatchResult, String> value, int atMost) {
        Matcher leaf = LEAF.matcher(text);
        StringBuilder changed = new StringBuilder();
        for (int left = atMost; left > 0 && leaf.find(); ) {
            if (names.test(leaf.group(2))) {
                String opened = text.substring(leaf.start(), leaf.start(4));
                String closed = text.substring(leaf.end(4), leaf.end());
                leaf.appendReplacement(changed, Matcher.quoteReplacement(opened + value.apply(leaf) + closed));
                left--;
            }
        }
        return new XmlSample(leaf.appendTail(changed).toString());
    }

    /**
     * Other valid values by XPath, of elements whose name stands there once.
     *
     * @param less whether a number must not become more than it is
     */
    ObjectNode intent(boolean less) {
        ObjectNode intent = JsonNodeFactory.instance.objectNode();
        leaves().forEach(leaf -> SampleBodies.another(
                        leaf.group(2), value(leaf.group(4).strip()), MissingNode.getInstance(), less)
                .ifPresent(other -> place(leaf.group(2)).ifPresent(place -> intent.set(place, other))));
        return intent;
    }

    private static JsonNode value(String text) {
        return NUMBER.matcher(text).matches()
                ? JsonNodeFactory.instance.numberNode(new BigDecimal(text))
                : TextNode.valueOf(text);
    }

    private Optional<String> place(String name) {
        return Stream.of("//" + name, "//*[local-name()='" + name + "']")
                .filter(path -> new XmlText(text).fault(path).isEmpty())
                .findFirst();
    }
}
