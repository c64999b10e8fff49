package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.XmlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a body is, which says how a part of it is named, as {@code intent} and {@code sandbox} do. */
public enum BodyKind {
    /** A tree, in which a JSON pointer names a member. */
    JSON,
    /** A tree too; a field may have a name in brackets. */
    FORM,
    /** One text, in which an XPath names an element or an attribute. */
    XML,
    /** The parts of {@code multipart/form-data}, each known by its name. */
    PARTS,
    /** One text, in which a passage names itself. */
    TEXT,
    /** A file that is sent as it is: only another file can take its place. */
    BYTES;

    /** The member by which a body is taken from a file. */
    static final String BODY_FILE = "body_file";

    /** The suffix of RFC 6839, and names such as {@code application/x-amz-json-1.0}. */
    private static final Pattern OF_JSON =
            Pattern.compile("(?i)[\\w.-]+/(?:[\\w.-]+\\+|x-(?:[\\w.]+-)*)?json(?:-[\\d.]+)?\\s*(;.*)?");

    private static final Pattern OF_XML = Pattern.compile("(?i)(text|application)/([\\w.-]+\\+)?xml\\s*(;.*)?");

    /** By its media type; that of a file which was read is known already. */
    public static BodyKind of(String mediaType, @Nullable JsonNode body) {
        String lower = mediaType.toLowerCase(Locale.ROOT);
        if (body != null && BodyFiles.isFile(body)) {
            return BYTES;
        }
        if (OF_JSON.matcher(mediaType).matches()) {
            return JSON;
        }
        if (lower.startsWith("application/x-www-form-urlencoded")) {
            return FORM;
        }
        if (lower.startsWith("multipart/form-data")) {
            return PARTS;
        }
        return OF_XML.matcher(mediaType).matches() ? XML : TEXT;
    }

    /** Whether a JSON pointer names a member of it. */
    public boolean isTree() {
        return this == JSON || this == FORM;
    }

    /** How a member at the top of it is named. */
    public String place(String member) {
        return this == PARTS ? member : "/" + member;
    }

    /** Why there is nothing in a body that a place names; nothing where there is. */
    public Optional<String> fault(JsonNode body, String place) {
        return switch (this) {
            case JSON, FORM ->
                place.startsWith("/") && !at(body, place).isMissingNode()
                        ? Optional.empty()
                        : Optional.of("points to nothing in the request's body"
                                + (place.startsWith("/")
                                        ? ""
                                        : ": a JSON pointer begins with a slash, such as /" + place));
            case XML -> new XmlText(body.asText()).fault(place);
            case PARTS ->
                body.has(place)
                        ? Optional.empty()
                        : Optional.of("names no part of the request's body" + Nearest.hint(place, names(body)));
            case TEXT -> passage(body.asText(), place);
            case BYTES ->
                place.equals(BODY_FILE)
                        ? Optional.empty()
                        : Optional.of(
                                "cannot be found in a file that is sent as it is: write {body_file: other.bin}, and"
                                        + " the other file takes its place");
        };
    }

    private static Optional<String> passage(String text, String passage) {
        if (passage.isEmpty() || passage.contains("${")) {
            return Optional.of(
                    "should be a passage of the text without ${…}, such as {\"amount 1000\": \"amount 1100\"}");
        }
        int first = text.indexOf(passage);
        if (first < 0) {
            return Optional.of("does not stand in the text of the request's body");
        }
        return text.indexOf(passage, first + 1) < 0
                ? Optional.empty()
                : Optional.of(
                        "stands more than once in the text of the request's body: write more of what is around it");
    }

    private static List<String> names(JsonNode body) {
        List<String> names = new ArrayList<>();
        body.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** What stands there, as {@code intent} would write it. */
    public JsonNode at(JsonNode body, String place) {
        return switch (this) {
            case JSON, FORM -> body.at(pointer(body, place));
            case XML -> TextNode.valueOf(new XmlText(body.asText()).at(place));
            case PARTS -> body.path(place);
            case TEXT -> TextNode.valueOf(place);
            case BYTES -> body;
        };
    }

    /** A copy with another value there. */
    public JsonNode with(JsonNode body, String place, JsonNode value) {
        return switch (this) {
            case JSON, FORM -> {
                JsonNode copy = body.deepCopy();
                set(copy, pointer(copy, place), value);
                yield copy;
            }
            case XML ->
                TextNode.valueOf(
                        new XmlText(body.asText()).with(place, value.asText()).text());
            case PARTS -> {
                ObjectNode copy = body.deepCopy();
                // Another value of a part that has a file name is a part with that name still.
                boolean isNamed = copy.path(place).isObject() && value.isValueNode();
                yield isNamed
                        ? copy.set(place, BodyFiles.withValue(copy.withObjectProperty(place), value))
                        : copy.set(place, value);
            }
            case TEXT -> TextNode.valueOf(body.asText().replace(place, value.asText()));
            case BYTES -> value;
        };
    }

    /** A copy without what stands there; nothing where that would be no body of its kind. */
    public Optional<JsonNode> without(JsonNode body, String place) {
        return switch (this) {
            case JSON, FORM -> {
                JsonNode copy = body.deepCopy();
                JsonPointer pointer = pointer(copy, place);
                JsonNode parent = copy.at(pointer.head());
                if (parent instanceof ObjectNode object) {
                    object.remove(pointer.last().getMatchingProperty());
                } else if (parent instanceof ArrayNode array) {
                    array.remove(pointer.last().getMatchingIndex());
                }
                yield Optional.of(copy);
            }
            case XML ->
                Optional.of(TextNode.valueOf(
                        new XmlText(body.asText()).without(place).text()));
            case PARTS -> {
                ObjectNode copy = body.deepCopy();
                copy.remove(place);
                yield Optional.of(copy);
            }
            case TEXT, BYTES -> Optional.empty();
        };
    }

    /** A form that was sent has {@code metadata[tier]} where the target file may name {@code /metadata/tier}. */
    private JsonPointer pointer(JsonNode body, String place) {
        JsonPointer pointer = JsonPointer.compile(place);
        if (this != FORM || !body.at(pointer).isMissingNode()) {
            return pointer;
        }
        StringBuilder name = new StringBuilder(pointer.getMatchingProperty());
        for (JsonPointer inner = pointer.tail(); inner != null && !inner.matches(); inner = inner.tail()) {
            name.append('[').append(inner.getMatchingProperty()).append(']');
        }
        return body.has(name.toString()) ? JsonPointer.empty().appendProperty(name.toString()) : pointer;
    }

    /** Puts a value into a tree, where its parent is there. */
    public static void set(JsonNode body, JsonPointer pointer, JsonNode value) {
        JsonNode parent = body.at(pointer.head());
        if (parent instanceof ObjectNode object) {
            object.set(pointer.last().getMatchingProperty(), value);
        } else if (parent instanceof ArrayNode array) {
            array.set(pointer.last().getMatchingIndex(), value);
        }
    }
}
