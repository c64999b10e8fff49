package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.oracles.evidence.Failures;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files that bodies are made of. They are read with the target file, so that a run sends the same bytes from its beginning to
 * its end. What was read is {@code {file: name, content: bytes}} in the body.
 *
 * @param folder where relative paths start
 */
public record BodyFiles(YamlFile file, Path folder) {
    private static final int MOST_BYTES = 10 * 1024 * 1024;

    private static final String BODY = "body";
    private static final String FILE = "file";
    private static final String CONTENT = "content";
    private static final String VALUE = "value";
    private static final Set<String> OF_A_PART = Set.of(VALUE, FILE, "filename", "type");

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Whether a body, or a part of one, is a file that was read. */
    public static boolean isFile(JsonNode node) {
        return node.path(CONTENT).isBinary();
    }

    /** What such a file is called in the target file. */
    public static String name(JsonNode node) {
        return node.path(FILE).asText();
    }

    /** The bytes of such a file. */
    public static byte[] bytes(JsonNode node) {
        return ((BinaryNode) node.path(CONTENT)).binaryValue();
    }

    /** A file that was read. */
    public static ObjectNode of(String name, byte[] bytes) {
        return JsonNodeFactory.instance.objectNode().put(FILE, name).put(CONTENT, bytes);
    }

    /** The file name that a part is sent with: that of its file if the target file names no other; null where it has none. */
    public static @Nullable String filename(JsonNode part) {
        String named = part.path("filename").textValue();
        return named == null && isFile(part)
                ? String.valueOf(Path.of(name(part)).getFileName())
                : named;
    }

    /** The text of a part that has no file. */
    public static String value(JsonNode part) {
        JsonNode value = part.isObject() ? part.path(VALUE) : part;
        return value.isContainerNode() ? value.toString() : value.asText();
    }

    /** A body or a part as a person reads it: a file by its name. */
    public static JsonNode shown(JsonNode node) {
        if (isFile(node)) {
            return TextNode.valueOf("(the bytes of " + name(node) + ")");
        }
        if (!(node instanceof ObjectNode object)) {
            return node;
        }
        ObjectNode shown = object.objectNode();
        object.properties().forEach(member -> shown.set(member.getKey(), shown(member.getValue())));
        return shown;
    }

    /** A part with another value, which has the name and type that it had. */
    static ObjectNode withValue(JsonNode part, JsonNode value) {
        ObjectNode changed = part.deepCopy();
        changed.remove(List.of(FILE, CONTENT));
        return changed.set(VALUE, value);
    }

    /**
     * The same file with what its files have in place of their names.
     *
     * @throws BadFile when one cannot be read, or a part is none
     */
    static YamlFile read(YamlFile file, Path folder) {
        return file.with(new BodyFiles(file, folder).read(List.of(), file.tree()));
    }

    private JsonNode read(List<String> path, JsonNode node) {
        if (!(node instanceof ObjectNode object)) {
            return node;
        }
        if (object.has("method") && object.has("path")) {
            return request(path, object);
        }
        ObjectNode copy = object.objectNode();
        object.properties()
                .forEach(member -> copy.set(member.getKey(), read(longer(path, member.getKey()), member.getValue())));
        if (path.size() == 2 && path.get(0).equals("operations")) {
            others(path, copy);
        }
        return copy;
    }

    private JsonNode request(List<String> path, ObjectNode written) {
        ObjectNode request = written.deepCopy();
        String type = type(request);
        JsonNode body = request.path(BODY);
        if (!request.has(BodyKind.BODY_FILE)) {
            if (BodyKind.of(type, null) == BodyKind.PARTS && !body.isMissingNode()) {
                request.set(BODY, parts(longer(path, BODY), body));
            }
            return request;
        }
        if (!body.isMissingNode()) {
            throw file.error(longer(path, BODY), "stands beside «body_file»: one of them is enough");
        }
        List<String> place = longer(path, BodyKind.BODY_FILE);
        return request.set(BODY, content(place, request.path(BodyKind.BODY_FILE), type));
    }

    /** The other payloads of an operation may be, or have, other files. */
    private void others(List<String> path, ObjectNode operation) {
        JsonNode request = operation.path("request");
        BodyKind kind = BodyKind.of(type(request), request.path(BODY));
        changes(kind, longer(path, "intent"), operation.path("intent"));
        operation
                .path("sandbox")
                .properties()
                .forEach(word -> changes(kind, longer(longer(path, "sandbox"), word.getKey()), word.getValue()));
    }

    private void changes(BodyKind kind, List<String> path, JsonNode changes) {
        for (Map.Entry<String, JsonNode> change : changes.properties()) {
            List<String> place = longer(path, change.getKey());
            if (kind == BodyKind.PARTS) {
                change.setValue(part(place, change.getValue()));
            } else if (kind == BodyKind.BYTES && change.getKey().equals(BodyKind.BODY_FILE)) {
                change.setValue(bytes(place, change.getValue()));
            }
        }
    }

    private JsonNode content(List<String> place, JsonNode named, String type) {
        BodyKind kind = BodyKind.of(type, null);
        if (kind == BodyKind.FORM || kind == BodyKind.PARTS) {
            throw file.error(place, "is not for «" + type + "»: write its fields in «body»");
        }
        boolean isText = kind != BodyKind.TEXT || type.toLowerCase(Locale.ROOT).startsWith("text/");
        JsonNode read = bytes(place, named);
        if (!isText) {
            return read;
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes(read)))
                    .toString();
            return kind == BodyKind.JSON ? JSON.readTree(text) : TextNode.valueOf(text);
        } catch (CharacterCodingException wrong) {
            throw file.error(place, "«" + name(read) + "» is not in UTF-8, and «" + type + "» is sent in UTF-8");
        } catch (JsonProcessingException wrong) {
            throw file.error(
                    place,
                    "«" + name(read) + "» is no JSON. If it is something else, name it: headers: {Content-Type:"
                            + " application/pdf}");
        }
    }

    private ObjectNode parts(List<String> path, JsonNode body) {
        if (!(body instanceof ObjectNode object) || body.isEmpty()) {
            throw file.error(
                    path, "should be a mapping of the parts by their names: {amount: 100, scan: {file: scan.pdf}}");
        }
        ObjectNode parts = object.objectNode();
        object.properties().forEach(one -> parts.set(one.getKey(), part(longer(path, one.getKey()), one.getValue())));
        return parts;
    }

    private JsonNode part(List<String> path, JsonNode part) {
        if (part.isValueNode() && !part.isNull()) {
            return part;
        }
        if (!(part instanceof ObjectNode object) || object.has(VALUE) == object.has(FILE)) {
            throw file.error(
                    path,
                    "should be a text, or {value: …} or {file: scan.pdf}, with «filename» and «type» where they are needed");
        }
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            if (!OF_A_PART.contains(member.getKey())) {
                throw file.error(
                        longer(path, member.getKey()),
                        "is not known: a part has «value» or «file», «filename» and «type»");
            }
            if (!member.getKey().equals(VALUE) && !member.getValue().isTextual()) {
                throw file.error(longer(path, member.getKey()), "should be a text");
            }
        }
        if (object.has(VALUE)) {
            return part;
        }
        ObjectNode read = object.deepCopy();
        return read.setAll(bytes(longer(path, FILE), object.path(FILE)));
    }

    private ObjectNode bytes(List<String> place, JsonNode named) {
        if (!named.isTextual()) {
            throw file.error(place, "should be the path of a file");
        }
        String name = named.textValue();
        try {
            Path path = folder.resolve(name);
            if (Files.isDirectory(path)) {
                throw file.error(place, "«" + name + "» is a folder, and should be a file");
            }
            if (!Files.exists(path)) {
                throw file.error(
                        place, "there is no file " + path + ": the path is relative to the folder of the target file");
            }
            long size = Files.size(path);
            if (size > MOST_BYTES) {
                throw file.error(
                        place, "«" + name + "» has " + size + " bytes, and no more than " + MOST_BYTES + " are sent");
            }
            return of(name, Files.readAllBytes(path));
        } catch (IOException | InvalidPathException failure) {
            throw file.error(place, "«" + name + "» cannot be read: " + Failures.words(failure));
        }
    }

    private static String type(JsonNode request) {
        return request.path("headers").properties().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("Content-Type"))
                .map(header -> header.getValue().asText())
                .findFirst()
                .orElse("application/json");
    }

    private static List<String> longer(List<String> path, String last) {
        List<String> longer = new ArrayList<>(path);
        longer.add(last);
        return longer;
    }
}
