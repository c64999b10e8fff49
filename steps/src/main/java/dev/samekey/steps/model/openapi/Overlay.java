package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.Option;
import com.jayway.jsonpath.PathNotFoundException;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.util.List;

/** What an overlay changes of the document that it extends (OpenAPI Overlay Specification 1.0 and 1.1). */
final class Overlay {
    private static final Configuration JACKSON = Configuration.builder()
            .jsonProvider(new JacksonJsonNodeJsonProvider())
            .mappingProvider(new JacksonMappingProvider())
            .build();

    private static final Configuration PATHS =
            JACKSON.addOptions(Option.AS_PATH_LIST, Option.ALWAYS_RETURN_LIST, Option.SUPPRESS_EXCEPTIONS);

    private final YamlFile file;

    Overlay(YamlFile file) {
        this.file = file;
    }

    static boolean isOne(JsonNode tree) {
        return tree.path("overlay").isTextual() || tree.path("overlay").isNumber();
    }

    /** @throws BadFile when the overlay does not say which document it extends, or that is no file beside it */
    String extended() {
        String extended = file.tree().path("extends").asText();
        if (extended.isEmpty()) {
            throw file.error(
                    List.of("overlay"),
                    "does not say which document it extends: write «extends: » and the name of its file");
        }
        String name = extended.replaceFirst("^\\./", "");
        if (name.matches("[a-zA-Z][a-zA-Z0-9+.-]+:.*")) {
            throw file.error(
                    List.of("extends"),
                    "extends «" + extended
                            + "», which is no file beside it: fetch that document, and name its file here");
        }
        return name;
    }

    /**
     * The document with the changes in it.
     *
     * @throws BadFile when an action names no place, or in a way that is no JSONPath
     */
    JsonNode on(JsonNode document) {
        JsonNode changed = document.deepCopy();
        JsonNode actions = file.tree().path("actions");
        for (int i = 0; i < actions.size(); i++) {
            act(actions.get(i), List.of("actions", String.valueOf(i)), changed);
        }
        return changed;
    }

    private void act(JsonNode action, List<String> at, JsonNode document) {
        String target = action.path("target").asText();
        try {
            // The last place first: what is removed does not move those before it.
            List<JsonPath> places = JsonPath.using(PATHS)
                    .parse(document)
                    .<ArrayNode>read(childrenFiltered(target))
                    .valueStream()
                    .map(place -> JsonPath.compile(place.asText()))
                    .toList();
            for (int i = places.size() - 1; i >= 0; i--) {
                if (action.path("remove").asBoolean()) {
                    places.get(i).delete(document, JACKSON);
                } else {
                    update(document, places.get(i), action.path("update"));
                }
            }
        } catch (InvalidPathException | IllegalArgumentException wrong) {
            throw file.error(at, "«" + target + "» is no JSONPath (RFC 9535): " + wrong.getMessage());
        }
    }

    /**
     * The path as the library reads it: its filter is about a node itself, and that of RFC 9535 (section 2.3.5) about the
     * children of a node.
     */
    static String childrenFiltered(String path) {
        int start = path.indexOf("[?");
        if (start < 0) {
            return path;
        }
        int end = end(path, start);
        String filter = path.substring(start + 2, end).strip();
        return path.substring(0, start) + "[*][?(" + filter + ")]"
                + childrenFiltered(path.substring(Math.min(end + 1, path.length())));
    }

    /** Where the bracket is closed that is opened there; texts in quotes may hold others. */
    private static int end(String path, int start) {
        int depth = 0;
        char quote = 0;
        for (int i = start; i < path.length(); i++) {
            char one = path.charAt(i);
            if (quote != 0) {
                quote = one == quote ? 0 : quote;
            } else if (one == '\'' || one == '"') {
                quote = one;
            } else if (one == '[') {
                depth++;
            } else if (one == ']' && --depth == 0) {
                return i;
            }
        }
        return path.length();
    }

    private static void update(JsonNode document, JsonPath place, JsonNode update) {
        try {
            JsonNode there = place.read(document, JACKSON);
            if (there instanceof ArrayNode list) {
                list.add(update.deepCopy());
            } else if (there instanceof ObjectNode object && update.isObject()) {
                merge(object, update);
            } else if (!update.isMissingNode()) {
                place.set(document, update.deepCopy(), JACKSON);
            }
        } catch (PathNotFoundException removed) {
            // An earlier change of this action has taken it away.
            return;
        }
    }

    /** Objects member by member, lists one after the other; anything else is replaced. */
    private static void merge(ObjectNode into, JsonNode update) {
        update.properties().forEach(member -> {
            JsonNode there = into.get(member.getKey());
            if (there instanceof ObjectNode object && member.getValue().isObject()) {
                merge(object, member.getValue());
            } else if (there instanceof ArrayNode list && member.getValue().isArray()) {
                list.addAll((ArrayNode) member.getValue().deepCopy());
            } else {
                into.set(member.getKey(), member.getValue().deepCopy());
            }
        });
    }
}
