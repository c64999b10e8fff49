package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What is known of a member of a dialect.
 *
 * @param member its path with dots, such as {@code refusals.in_progress.status}; each part of a scope is one
 * @param value as a dialect writes it; null of JSON where the API has no such thing; missing where nothing is known
 * @param observations what it was seen by
 * @param why why it is not seen; empty where it is
 */
public record Finding(String member, Certainty certainty, JsonNode value, List<Observation> observations, String why) {

    static Finding of(String member, List<Observation> observations) {
        List<JsonNode> values =
                observations.stream().map(Observation::value).distinct().toList();
        if (values.size() > 1) {
            return new Finding(member, Certainty.UNCLEAR, MissingNode.getInstance(), observations, "");
        }
        long conclusive = observations.stream().filter(Observation::conclusive).count();
        return new Finding(member, conclusive > 1 ? Certainty.SURE : Certainty.LIKELY, values.get(0), observations, "");
    }

    static Finding absent(String member, String why) {
        return new Finding(member, Certainty.NOT_SEEN, MissingNode.getInstance(), List.of(), why);
    }

    /** Whether it says something. */
    public boolean isKnown() {
        return certainty == Certainty.SURE || certainty == Certainty.LIKELY;
    }

    /** The value in words. */
    public String described() {
        if (certainty == Certainty.UNCLEAR) {
            return observations.stream()
                    .map(one -> described(one.value()))
                    .distinct()
                    .collect(Collectors.joining(" and "));
        }
        return isKnown() ? described(value) : "";
    }

    private static String described(JsonNode value) {
        return value.isNull() ? "none" : value.isValueNode() ? value.asText() : value.toString();
    }

    /** What it was seen by: of what looks alike the first one whole, and how often. */
    public List<String> seen() {
        return lines(Observation::seen);
    }

    /** The same without the bodies. */
    public List<String> brief() {
        return lines(Observation::brief);
    }

    private List<String> lines(Function<Observation, String> line) {
        if (certainty == Certainty.NOT_SEEN) {
            return List.of(why);
        }
        Map<String, List<Observation>> alike = observations.stream()
                .collect(Collectors.groupingBy(Observation::brief, LinkedHashMap::new, Collectors.toList()));
        return alike.values().stream()
                .map(some -> line.apply(some.get(0)) + (some.size() > 1 ? ", " + some.size() + " times" : ""))
                .toList();
    }
}
