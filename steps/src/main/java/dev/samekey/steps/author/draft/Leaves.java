package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The values of a payload or a response by their JSON pointers, and what their names and looks suggest. */
final class Leaves {
    /** Deeper in a response nobody looks for its id. */
    private static final int DEEPEST = 3;

    private static final Pattern LOOKS_UNIQUE = Pattern.compile("(?=.*\\d{4}).{6,}|[0-9a-fA-F-]{36}");
    private static final Pattern WHOLE_NUMBER = Pattern.compile("[1-9]\\d{0,11}");

    private Leaves() {}

    /** Those in objects; what is in arrays has no place of its own. */
    static Map<String, JsonNode> of(JsonNode tree) {
        Map<String, JsonNode> leaves = new LinkedHashMap<>();
        collect(JsonPointer.empty(), tree, DEEPEST, leaves);
        return leaves;
    }

    private static void collect(JsonPointer at, JsonNode node, int deeper, Map<String, JsonNode> leaves) {
        node.properties().forEach(member -> {
            JsonPointer place = at.appendProperty(member.getKey());
            if (member.getValue().isObject() && deeper > 1) {
                collect(place, member.getValue(), deeper - 1, leaves);
            } else if (member.getValue().isValueNode()) {
                leaves.put(place.toString(), member.getValue());
            }
        });
    }

    /** The last name of a pointer. */
    static String name(String pointer) {
        return JsonPointer.compile(pointer).last().getMatchingProperty();
    }

    /** A copy with another value there. */
    static JsonNode with(JsonNode tree, String pointer, JsonNode value) {
        JsonNode copy = tree.deepCopy();
        JsonPointer place = JsonPointer.compile(pointer);
        if (copy.at(place.head()) instanceof ObjectNode parent) {
            parent.set(place.last().getMatchingProperty(), value);
        }
        return copy;
    }

    /** The payload with {@code ${unique}} in the member that is most likely the sender's to choose. */
    static JsonNode marked(JsonNode body) {
        return unique(body)
                .map(pointer -> with(body, pointer, TextNode.valueOf(SampleBodies.UNIQUE)))
                .orElse(body);
    }

    /** That member: a reference, then what looks like one, then a text for people. Nothing where one is marked already. */
    static Optional<String> unique(JsonNode body) {
        if (body.toString().contains(SampleBodies.UNIQUE)) {
            return Optional.empty();
        }
        return text(body, (name, value) -> Words.isReference(name))
                .or(() -> text(
                        body,
                        (name, value) -> LOOKS_UNIQUE.matcher(value).matches()
                                && !Words.snake(name).endsWith("_id")))
                .or(() -> text(body, (name, value) -> Words.isFree(name)));
    }

    private interface Suggests {
        boolean test(String name, String value);
    }

    private static Optional<String> text(JsonNode body, Suggests suggests) {
        return first(
                body,
                leaf -> leaf.getValue().isTextual()
                        && suggests.test(name(leaf.getKey()), leaf.getValue().asText()));
    }

    /** The first text, which a person may mark. */
    static Optional<String> anyText(JsonNode body) {
        return first(body, leaf -> leaf.getValue().isTextual());
    }

    private static Optional<String> first(JsonNode body, Predicate<Map.Entry<String, JsonNode>> such) {
        return of(body).entrySet().stream().filter(such).map(Map.Entry::getKey).findFirst();
    }

    /** Other values by pointer, the likeliest to be valid first; a form has its numbers as texts. */
    static Map<String, JsonNode> others(JsonNode body) {
        Map<String, JsonNode> others = new LinkedHashMap<>();
        Map<String, JsonNode> numbers = new LinkedHashMap<>();
        of(body).forEach((pointer, value) -> {
            ObjectNode nothingSaid = JsonNodeFactory.instance.objectNode();
            boolean isText =
                    value.isTextual() && WHOLE_NUMBER.matcher(value.asText()).matches();
            JsonNode number = isText ? JsonNodeFactory.instance.numberNode(Long.parseLong(value.asText())) : value;
            Optional<JsonNode> other = SampleBodies.another(name(pointer), number, nothingSaid, false);
            if (other.isPresent()) {
                others.put(pointer, written(other.get(), isText));
            } else if (number.isNumber()) {
                BigDecimal more = number.decimalValue().add(BigDecimal.ONE);
                numbers.put(pointer, written(JsonNodeFactory.instance.numberNode(more), isText));
            }
        });
        numbers.forEach(others::putIfAbsent);
        return others;
    }

    /** An amount that hardly any service takes, by its pointer; nothing where there is no amount. */
    static Optional<Map.Entry<String, JsonNode>> invalid(JsonNode body) {
        return others(body).entrySet().stream()
                .filter(other -> Words.isAmount(name(other.getKey())))
                .map(other -> Map.entry(
                        other.getKey(),
                        written(
                                JsonNodeFactory.instance.numberNode(-1),
                                other.getValue().isTextual())))
                .findFirst();
    }

    private static JsonNode written(JsonNode value, boolean asText) {
        return asText ? TextNode.valueOf(value.asText()) : value;
    }
}
