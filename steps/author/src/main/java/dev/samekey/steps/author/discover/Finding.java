package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
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
            return new Finding(member, Certainty.OPEN, MissingNode.getInstance(), observations, "");
        }
        if (values.get(0).isMissingNode()) {
            return new Finding(member, Certainty.OPEN, values.get(0), observations, "");
        }
        boolean sure = observations.size() > 1 && observations.stream().allMatch(Observation::conclusive);
        return new Finding(member, sure ? Certainty.SURE : Certainty.LIKELY, values.get(0), observations, "");
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
        if (certainty == Certainty.OPEN) {
            return observations.stream()
                    .filter(one -> !one.value().isMissingNode())
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
        return certainty == Certainty.NOT_SEEN ? List.of(why) : Observation.lines(observations, line);
    }
}
