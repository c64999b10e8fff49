package dev.samekey.steps.model.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Fills {@code ${name}} in texts and JSON trees. A member that is nothing but a name takes the value's own type.
 *
 * @param values the value of each name
 */
public record Placeholders(Function<String, JsonNode> values) {
    private static final Pattern NAME = Pattern.compile("\\$\\{([^}]*)}");

    /** The names in a text. */
    public static Stream<String> names(String text) {
        return NAME.matcher(text).results().map(found -> found.group(1));
    }

    /** The text with each name's value in its place. */
    public String fill(String text) {
        return NAME.matcher(text)
                .replaceAll(found ->
                        Matcher.quoteReplacement(values.apply(found.group(1)).asText()));
    }

    /** A copy of the tree; the names of members stay as they are. */
    public JsonNode fill(JsonNode node) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (node instanceof ObjectNode object) {
            ObjectNode copy = nodes.objectNode();
            object.properties().forEach(member -> copy.set(member.getKey(), fill(member.getValue())));
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = nodes.arrayNode();
            array.forEach(item -> copy.add(fill(item)));
            return copy;
        }
        if (!node.isTextual()) {
            return node;
        }
        Matcher whole = NAME.matcher(node.textValue());
        return whole.matches() ? values.apply(whole.group(1)) : TextNode.valueOf(fill(node.textValue()));
    }
}
