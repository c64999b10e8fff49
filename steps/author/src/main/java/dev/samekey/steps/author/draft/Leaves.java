package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.targets.BodyKind;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The values of a payload or a response by their places, as {@link BodyKind} names them, and what their names and looks suggest. */
final class Leaves {
    /** Deeper in a response nobody looks for its id. */
    private static final int DEEPEST = 3;

    private static final Pattern LOOKS_UNIQUE = Pattern.compile("(?=.*\\d{4}).{6,}|[0-9a-fA-F-]{36}");
    private static final Pattern WHOLE_NUMBER = Pattern.compile("[1-9]\\d{0,11}");

    private Leaves() {}

    private static final Pattern LOCAL_NAME = Pattern.compile(".*local-name\\(\\)='([^']*)'.*");

    /** Those of a payload: a text or a file has none. */
    static Map<String, JsonNode> of(BodyKind kind, JsonNode body) {
        return switch (kind) {
            case JSON, FORM -> of(body);
            case XML -> new XmlSample(body.asText()).values();
            case PARTS -> parts(body);
            case TEXT, BYTES -> Map.of();
        };
    }

    private static Map<String, JsonNode> parts(JsonNode body) {
        Map<String, JsonNode> parts = new LinkedHashMap<>();
        body.properties().forEach(part -> {
            JsonNode value = part.getValue().isObject() ? part.getValue().path("value") : part.getValue();
            if (value.isValueNode()) {
                parts.put(part.getKey(), value);
            }
        });
        return parts;
    }

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

    /** The last name of a place. */
    static String name(BodyKind kind, String place) {
        return switch (kind) {
            case JSON, FORM -> JsonPointer.compile(place).last().getMatchingProperty();
            case XML -> LOCAL_NAME.matcher(place).replaceFirst("$1").replaceFirst(".*[/@:]", "");
            case PARTS, TEXT, BYTES -> place;
        };
    }

    /** The payload with {@code ${unique}} in the member that is most likely the sender's to choose. */
    static JsonNode marked(BodyKind kind, JsonNode body) {
        return unique(kind, body)
                .map(place -> kind.with(body, place, TextNode.valueOf(SampleBodies.UNIQUE)))
                .orElse(body);
    }

    /** That member: a reference, then what looks like one, then a text for people. Nothing where one is marked already. */
    static Optional<String> unique(BodyKind kind, JsonNode body) {
        if (body.toString().contains(SampleBodies.UNIQUE)) {
            return Optional.empty();
        }
        return text(kind, body, (name, value) -> Words.isReference(name))
                .or(() -> text(
                        kind,
                        body,
                        (name, value) -> LOOKS_UNIQUE.matcher(value).matches()
                                && !Words.isNoName(name)
                                && !Words.snake(name).endsWith("_id")))
                .or(() -> text(kind, body, (name, value) -> Words.isFree(name)));
    }

    private static boolean isElsewhere(BodyKind kind, String place) {
        return kind.isTree() && Stream.of(place.split("/", -1)).anyMatch(Words::isElsewhere);
    }

    private interface Suggests {
        boolean test(String name, String value);
    }

    private static Optional<String> text(BodyKind kind, JsonNode body, Suggests suggests) {
        return first(
                kind,
                body,
                leaf -> leaf.getValue().isTextual()
                        && !isElsewhere(kind, leaf.getKey())
                        && suggests.test(
                                name(kind, leaf.getKey()), leaf.getValue().asText()));
    }

    /** The first text, which a person may mark. */
    static Optional<String> anyText(BodyKind kind, JsonNode body) {
        return first(kind, body, leaf -> leaf.getValue().isTextual());
    }

    private static Optional<String> first(BodyKind kind, JsonNode body, Predicate<Map.Entry<String, JsonNode>> such) {
        return of(kind, body).entrySet().stream()
                .filter(such)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Other values by their places, the likeliest to be valid first; only JSON has numbers that are no texts. */
    static Map<String, JsonNode> others(BodyKind kind, JsonNode body) {
        Map<String, JsonNode> others = new LinkedHashMap<>();
        Map<String, JsonNode> numbers = new LinkedHashMap<>();
        of(kind, body).forEach((place, value) -> {
            ObjectNode nothingSaid = JsonNodeFactory.instance.objectNode();
            boolean isText =
                    value.isTextual() && WHOLE_NUMBER.matcher(value.asText()).matches();
            JsonNode number = isText ? JsonNodeFactory.instance.numberNode(Long.parseLong(value.asText())) : value;
            Optional<JsonNode> other = SampleBodies.another(name(kind, place), number, nothingSaid, false);
            if (other.isPresent()) {
                others.put(place, written(other.get(), isText));
            } else if (number.isNumber()) {
                BigDecimal more = number.decimalValue().add(BigDecimal.ONE);
                numbers.put(place, written(JsonNodeFactory.instance.numberNode(more), isText));
            }
        });
        numbers.forEach(others::putIfAbsent);
        return others;
    }

    /** An amount that hardly any service takes, by its place; nothing where there is no amount. */
    static Optional<Map.Entry<String, JsonNode>> invalid(BodyKind kind, JsonNode body) {
        return others(kind, body).entrySet().stream()
                .filter(other -> Words.isAmount(name(kind, other.getKey())))
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
