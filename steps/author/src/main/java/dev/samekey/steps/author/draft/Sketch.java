package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the one operation of a curl line, beside where it is sent.
 *
 * @param body missing where there is none
 * @param poll how it is followed to its end; empty where it is done at once, or where no way was found
 * @param id a JSON pointer into a success; null where none was found
 * @param read the path under which a result is read; null where none was found
 * @param list how effects are counted; empty where no way was found
 * @param intent other values that were accepted too, by JSON pointer
 * @param invalid a value that was refused, by its JSON pointer; empty where none was found
 */
record Sketch(
        JsonNode body,
        ObjectNode poll,
        @Nullable String id,
        @Nullable String read,
        ObjectNode list,
        ObjectNode intent,
        ObjectNode invalid) {
    static Sketch of(JsonNode body) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return new Sketch(
                body, nodes.objectNode(), null, null, nodes.objectNode(), nodes.objectNode(), nodes.objectNode());
    }

    Sketch withBody(JsonNode other) {
        return new Sketch(other, poll, id, read, list, intent, invalid);
    }

    Sketch withPoll(ObjectNode other) {
        return new Sketch(body, other, id, read, list, intent, invalid);
    }

    Sketch withId(@Nullable String pointer) {
        return new Sketch(body, poll, pointer, read, list, intent, invalid);
    }

    Sketch withRead(@Nullable String path) {
        return new Sketch(body, poll, id, path, list, intent, invalid);
    }

    Sketch withList(ObjectNode other) {
        return new Sketch(body, poll, id, read, other, intent, invalid);
    }

    Sketch withIntent(ObjectNode other) {
        return new Sketch(body, poll, id, read, list, other, invalid);
    }

    Sketch withInvalid(ObjectNode other) {
        return new Sketch(body, poll, id, read, list, intent, other);
    }
}
