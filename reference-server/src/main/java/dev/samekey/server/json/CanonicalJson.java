package dev.samekey.server.json;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * One spelling for each JSON value, after RFC 8785: members sorted, no white space, one form of each number and string.
 *
 * <p>It leaves RFC 8785 in one point, on purpose. There every number is a double, so 9007199254740993 and
 * 9007199254740992 are spelled alike, and a payload would replay the outcome of another (MIS-10). Here a number keeps
 * all its digits, and only how it was written is forgotten: 1000, 1000.0 and 1e3 are one number (MIS-4).
 */
public final class CanonicalJson {
    private CanonicalJson() {}

    /** The canonical spelling of an object without the members at these JSON pointers. */
    public static String of(Members members, Set<String> omitted) {
        return of(
                omitted.isEmpty() ? members.object() : without(members.object().deepCopy(), omitted));
    }

    private static JsonNode without(JsonNode copy, Set<String> omitted) {
        for (String text : omitted) {
            JsonPointer pointer = JsonPointer.compile(text);
            if (copy.at(pointer.head()) instanceof ObjectNode parent) {
                parent.remove(pointer.last().getMatchingProperty());
            }
        }
        return copy;
    }

    private static String of(JsonNode node) {
        if (node.isObject()) {
            return object(node);
        } else if (node.isArray()) {
            return StreamSupport.stream(node.spliterator(), false)
                    .map(CanonicalJson::of)
                    .collect(Collectors.joining(",", "[", "]"));
        } else if (node.isNumber()) {
            // Never toPlainString: it would spell 1e999999999 out.
            return node.decimalValue().stripTrailingZeros().toString();
        }
        return node.isTextual() ? string(node.textValue()) : node.asText();
    }

    private static String object(JsonNode node) {
        // RFC 8785, 3.2.3 sorts by UTF-16 code units, as Java compares strings.
        Map<String, JsonNode> sorted = new TreeMap<>();
        node.properties().forEach(member -> sorted.put(member.getKey(), member.getValue()));
        return sorted.entrySet().stream()
                .map(member -> string(member.getKey()) + ":" + of(member.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String string(String text) {
        return text.chars().mapToObj(CanonicalJson::character).collect(Collectors.joining("", "\"", "\""));
    }

    private static String character(int unit) {
        // All beyond ASCII is escaped: an encoder would turn every half of a character into the same replacement.
        boolean plain = unit >= ' ' && unit <= '~' && unit != '"' && unit != '\\';
        return plain ? Character.toString(unit) : String.format("\\u%04x", unit);
    }
}
