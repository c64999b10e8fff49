package dev.samekey.steps.judge.expect;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Where two bodies that should be one differ. White space and the order of members do not count in JSON. */
public final class BodyDifference {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String WHOLE = "body";

    private BodyDifference() {}

    /**
     * The members that differ.
     *
     * @param volatiles members that may differ
     * @return JSON pointers; {@code body} where it is no JSON
     */
    public static List<String> of(String one, String other, List<JsonPointer> volatiles) {
        if (one.equals(other)) {
            return List.of();
        }
        Optional<JsonNode> first = read(one);
        Optional<JsonNode> second = read(other);
        if (first.isEmpty() || second.isEmpty()) {
            return List.of(WHOLE);
        }
        List<String> found = new ArrayList<>();
        compare(JsonPointer.empty(), first.get(), second.get(), volatiles, found);
        return found;
    }

    private static void compare(
            JsonPointer place, JsonNode one, JsonNode other, List<JsonPointer> volatiles, List<String> found) {
        if (volatiles.contains(place) || one.equals(other)) {
            return;
        }
        if (!one.isObject() || !other.isObject()) {
            found.add(place.matches() ? WHOLE : place.toString());
            return;
        }
        TreeSet<String> names = new TreeSet<>();
        one.fieldNames().forEachRemaining(names::add);
        other.fieldNames().forEachRemaining(names::add);
        names.forEach(name -> compare(place.appendProperty(name), one.path(name), other.path(name), volatiles, found));
    }

    private static Optional<JsonNode> read(String body) {
        try {
            return Optional.of(JSON.readTree(body)).filter(JsonNode::isContainerNode);
        } catch (JsonProcessingException noJson) {
            return Optional.empty();
        }
    }
}
