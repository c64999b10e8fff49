package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.Option;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an overlay changes of the document that it extends (OpenAPI Overlay Specification 1.0 and 1.1). */
final class Overlay {
    /** A path that leads nowhere changes nothing. */
    private static final Configuration JACKSON = Configuration.builder()
            .jsonProvider(new JacksonJsonNodeJsonProvider())
            .mappingProvider(new JacksonMappingProvider())
            .options(Option.SUPPRESS_EXCEPTIONS)
            .build();

    /** The library follows such an index, and does not change what it finds there. */
    private static final Pattern FROM_THE_END = Pattern.compile("[\\[,]\\s*-\\d+\\s*(,[^]]*)?]\\s*$");

    private static final String WHOLE = "$";

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
        boolean isRemoved = action.path("remove").asBoolean();
        JsonNode update = action.path("update");
        if (FROM_THE_END.matcher(target).find()) {
            throw file.error(at, "«" + target + "» counts from the end of a list: count from its begin");
        }
        try {
            JsonPath path = JsonPath.compile(childrenFiltered(target));
            boolean isWhole = path.getPath().equals(WHOLE);
            if (isWhole && (isRemoved || !update.isObject())) {
                throw file.error(
                        at, "«$» is the whole document: it is not removed, and only an object is merged into it");
            }
            if (isRemoved) {
                remove(document, path);
            } else if (isWhole) {
                merge((ObjectNode) document, update);
            } else if (!update.isMissingNode()) {
                update(document, path, update);
            }
        } catch (InvalidPathException | IllegalArgumentException wrong) {
            throw file.error(at, "«" + target + "» is no JSONPath (RFC 9535): " + wrong.getMessage());
        } catch (IndexOutOfBoundsException shorter) {
            throw file.error(at, "«" + target + "» names an element that the list does not have");
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

    /** Changes each object and each list once, by however many ways a path comes to it. */
    private static void update(JsonNode document, JsonPath path, JsonNode update) {
        Set<JsonNode> changed = Collections.newSetFromMap(new IdentityHashMap<>());
        path.map(
                document,
                (there, unused) -> {
                    mustBeThere(there);
                    if (changed.contains(there)) {
                        return there;
                    }
                    JsonNode now = updated((JsonNode) there, update);
                    // Values are shared: one «true» stands for all.
                    if (now.isContainerNode()) {
                        changed.add(now);
                    }
                    return now;
                },
                JACKSON);
    }

    /** By however many ways a path comes to an element, it goes alone: the places of the others move only when all are marked. */
    private static void remove(JsonNode document, JsonPath path) {
        JsonNode gone = new POJONode(path);
        path.map(
                document,
                (there, unused) -> {
                    mustBeThere(there);
                    return gone;
                },
                JACKSON);
        sweep(document, gone);
    }

    /** Just behind the end of a list the library would append, and further behind it throws. */
    private static void mustBeThere(@Nullable Object there) {
        if (there == null) {
            throw new IndexOutOfBoundsException();
        }
    }

    private static void sweep(JsonNode node, JsonNode gone) {
        for (Iterator<JsonNode> children = node.iterator(); children.hasNext(); ) {
            JsonNode child = children.next();
            if (gone.equals(child)) {
                children.remove();
            } else {
                sweep(child, gone);
            }
        }
    }

    private static JsonNode updated(JsonNode there, JsonNode update) {
        if (there instanceof ArrayNode list) {
            return list.add(update.deepCopy());
        }
        if (there instanceof ObjectNode object && update.isObject()) {
            merge(object, update);
            return object;
        }
        return update.deepCopy();
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
