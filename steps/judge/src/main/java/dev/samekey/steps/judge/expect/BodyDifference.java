package dev.samekey.steps.judge.expect;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where two bodies that should be one differ. White space and the order of members do not count in JSON. */
public final class BodyDifference {
    /** A binary number would lose the digits in which some bodies differ. */
    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private static final String WHOLE = "body";
    private static final int LONGEST = 30;
    private static final int END = 12;

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

    /**
     * The first place where they differ and both values, such as {@code /amount: 1 and 2}; empty where one is no JSON. Long
     * values are cut short.
     */
    public static Optional<String> described(String one, String other) {
        Optional<JsonNode> first = read(one);
        Optional<JsonNode> second = read(other);
        return first.isEmpty() || second.isEmpty()
                ? Optional.empty()
                : described(JsonPointer.empty(), first.get(), second.get());
    }

    private static Optional<String> described(JsonPointer place, JsonNode one, JsonNode other) {
        if (one.equals(other)) {
            return Optional.empty();
        }
        if (one.isObject() && other.isObject()) {
            TreeSet<String> names = new TreeSet<>();
            Stream.of(one, other).forEach(node -> node.fieldNames().forEachRemaining(names::add));
            return names.stream()
                    .flatMap(name -> described(place.appendProperty(name), one.path(name), other.path(name)).stream())
                    .findFirst();
        }
        if (one.isArray() && other.isArray()) {
            return IntStream.range(0, Math.max(one.size(), other.size()))
                    .boxed()
                    .flatMap(i -> described(place.appendIndex(i), one.path(i), other.path(i)).stream())
                    .findFirst();
        }
        return Optional.of(place + ": " + brief(one) + " and " + brief(other));
    }

    /** Long texts differ at their end. */
    private static String brief(JsonNode value) {
        if (value.isMissingNode()) {
            return "nothing";
        }
        String text = value.isBigDecimal() ? value.decimalValue().toPlainString() : value.toString();
        return text.length() <= LONGEST
                ? text
                : text.substring(0, LONGEST - END) + "…" + text.substring(text.length() - END);
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
