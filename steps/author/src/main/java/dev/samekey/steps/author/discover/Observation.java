package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What one look at the API says of a member.
 *
 * @param value as a dialect writes it; null of JSON where the API has no such thing; missing where no dialect has a word
 *     for what was seen
 * @param brief the request and the status of the answer, such as {@code POST /payments without its key → 400}
 * @param seen the same with the beginning of the body, in a line, with the secrets out
 * @param conclusive whether it leaves no other reading open
 */
public record Observation(JsonNode value, String brief, String seen, boolean conclusive) {
    /** Of what looks alike the first one, and how often it was seen. */
    static List<String> lines(List<Observation> observations, Function<Observation, String> line) {
        Map<String, List<Observation>> alike = observations.stream()
                .collect(Collectors.groupingBy(Observation::brief, LinkedHashMap::new, Collectors.toList()));
        return alike.values().stream()
                .map(some -> line.apply(some.get(0)) + (some.size() > 1 ? ", " + some.size() + " times" : ""))
                .toList();
    }
}
