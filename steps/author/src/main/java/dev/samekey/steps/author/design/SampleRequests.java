package dev.samekey.steps.author.design;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Ulid;
import dev.samekey.steps.model.targets.BodyFiles;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Operation.Template;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The requests of a target file, as a person can send them. The same case has the same data in each design. */
final class SampleRequests {
    private static final int DIGITS = 12;

    private final TargetFile file;

    SampleRequests(TargetFile file) {
        this.file = file;
    }

    private Key rules(Operation operation) {
        return file.contracts().of(operation).key();
    }

    /** A key for a case: legal for its operation, and its own. */
    String key(Operation operation, String id) {
        Key key = rules(operation);
        String uuid =
                UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)).toString();
        if (key.syntax() == Key.Syntax.UUID) {
            return uuid;
        }
        if (key.syntax() == Key.Syntax.ULID) {
            return Ulid.of(Instant.EPOCH, uuid.getBytes(StandardCharsets.UTF_8));
        }
        Pattern legal = key.characters();
        String letters = legal == null
                ? uuid
                : uuid.chars()
                        .mapToObj(Character::toString)
                        .filter(letter -> legal.matcher(letter).matches())
                        .collect(Collectors.joining());
        return key.max() == null || letters.length() <= key.max() ? letters : letters.substring(0, key.max());
    }

    /** The request of an operation under the key of a case: method and URL, the headers, and the body. */
    String of(Operation operation, String id, Map<String, JsonNode> changed) {
        return written(operation, id, changed, true);
    }

    /** The same without its key. */
    String keyless(Operation operation, String id, Map<String, JsonNode> changed) {
        return written(operation, id, changed, false);
    }

    private String written(Operation operation, String id, Map<String, JsonNode> changed, boolean keyed) {
        Template form = operation.request();
        JsonNode body = form.body() == null ? null : form.body().deepCopy();
        BodyKind kind = form.kind();
        if (body != null && !kind.isTree()) {
            for (Map.Entry<String, JsonNode> change : changed.entrySet()) {
                body = kind.with(body, change.getKey(), change.getValue());
            }
        } else if (body instanceof ObjectNode object) {
            changed.forEach((pointer, value) -> put(object, JsonPointer.compile(pointer), value));
            if (keyed) {
                keyIn(operation, object, id);
            }
        }
        StringBuilder text = new StringBuilder()
                .append(form.method())
                .append(' ')
                .append(base())
                .append(form.path())
                .append('\n');
        principal().headers().forEach((name, value) -> header(text, name, value));
        if (keyed) {
            keyHeader(operation, text, id);
        }
        if (form.headers() != null) {
            form.headers().forEach((name, value) -> header(text, name, value));
        }
        if (body != null) {
            boolean isTyped = form.headers() != null
                    && form.headers().keySet().stream().anyMatch(name -> name.equalsIgnoreCase("Content-Type"));
            if (!isTyped) {
                header(text, "Content-Type", "application/json");
            }
            JsonNode shown = BodyFiles.shown(body);
            text.append('\n').append(shown.isTextual() ? shown.textValue() : shown.toString());
        }
        return filled(operation, text.toString().strip(), id);
    }

    /** A text of the target file with the values of a case in it. */
    String filled(Operation operation, String text, String id) {
        String unique = UUID.nameUUIDFromBytes(("unique " + id).getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "")
                .substring(0, DIGITS);
        return text.replace("${unique}", unique).replace("${key}", key(operation, id));
    }

    private String base() {
        String url = String.valueOf(file.target().urls().get(0));
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    private Target.Principal principal() {
        return file.target().principals().values().iterator().next();
    }

    private void keyHeader(Operation operation, StringBuilder text, String id) {
        Operation.OwnKey own = operation.key();
        Key rules = rules(operation);
        String key = key(operation, id);
        if (own != null && own.header() != null) {
            header(text, own.header(), key);
        } else if (own == null && operation.role().isKeyed() && rules.in() == Key.Place.HEADER) {
            header(text, rules.name(), rules.syntax() == Key.Syntax.SF_STRING ? '"' + key + '"' : key);
        }
    }

    private void keyIn(Operation operation, ObjectNode body, String id) {
        Operation.OwnKey own = operation.key();
        Key rules = rules(operation);
        TextNode key = TextNode.valueOf(key(operation, id));
        if (own != null && own.member() != null) {
            put(body, own.member(), key);
        } else if (own == null && operation.role().isKeyed() && rules.in() != Key.Place.HEADER) {
            put(body, JsonPointer.compile("/" + rules.name().replace('.', '/')), key);
        }
    }

    private static void put(ObjectNode body, JsonPointer pointer, JsonNode value) {
        JsonPointer parent = pointer.head();
        JsonNode place = parent == null || parent.matches() ? body : body.at(parent);
        if (place.isMissingNode() && parent != null) {
            place = body.withObject(parent);
        }
        if (place instanceof ObjectNode object) {
            object.set(pointer.last().getMatchingProperty(), value);
        }
    }

    private static void header(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(value).append('\n');
    }

    /** Such as {@code amount = 1100}. */
    static String described(Map<String, JsonNode> members) {
        return members.entrySet().stream()
                .map(member -> (member.getKey().startsWith("/")
                                ? member.getKey().substring(1).replace('/', '.')
                                : member.getKey())
                        + " = " + BodyFiles.shown(member.getValue()))
                .collect(Collectors.joining(", "));
    }
}
