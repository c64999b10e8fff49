package dev.samekey.steps.counterpart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills what a counterpart answers: {@code ${id}}, {@code ${result}} and {@code ${/pointer}} into the call. */
record Reply(Function<String, JsonNode> values) {
    private static final Pattern NAME = Pattern.compile("\\$\\{([^}]*)}");

    /** What was done, for the call that asked for it. */
    static JsonNode result(JsonNode form, String id, Incoming call) {
        return new Reply(name -> name.equals("id")
                        ? TextNode.valueOf(id)
                        : call.payload().at(name))
                .fill(form);
    }

    /** That it was done before, with the result that there is. */
    static JsonNode duplicate(JsonNode form, Act act) {
        Map<String, JsonNode> known = Map.of("id", TextNode.valueOf(act.id()), "result", act.result());
        return new Reply(name -> known.getOrDefault(name, TextNode.valueOf(""))).fill(form);
    }

    private JsonNode fill(JsonNode node) {
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
        Matcher name = NAME.matcher(node.textValue());
        return name.matches()
                ? values.apply(name.group(1))
                : TextNode.valueOf(name.replaceAll(found ->
                        Matcher.quoteReplacement(values.apply(found.group(1)).asText())));
    }
}
