package dev.samekey.oracles.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.http.Fetch;
import dev.samekey.oracles.http.QueryString;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counters that a server with the HTTP API of Prometheus has collected, by an instant query each. */
public final class PromQl implements MetricsSource {
    private final Fetch fetch;
    private final URI url;
    private final String selector;
    private final Map<String, String> headers;

    /**
     * @param url such as {@code http://prometheus:9090}
     * @param selector the labels that only the target's counters have, such as {@code job="payments"}; may be empty
     */
    public PromQl(Fetch fetch, URI url, String selector, Map<String, String> headers) {
        this.fetch = fetch;
        this.url = url;
        this.selector = selector;
        this.headers = Map.copyOf(headers);
    }

    @Override
    public String name() {
        return "PromQL at " + url;
    }

    @Override
    public Seen<Map<String, Double>> read(Collection<String> counters) {
        Map<String, Double> sums = new TreeMap<>();
        StringJoiner lines = new StringJoiner("\n");
        if (counters.isEmpty()) {
            var unused = value("vector(1)");
        }
        for (String counter : counters) {
            String query = query(counter);
            JsonNode value = value(query);
            lines.add(query + " = " + (value.isMissingNode() ? "nothing" : value.asText()));
            if (!value.isMissingNode() && !value.asText().equals("NaN")) {
                sums.put(counter, Double.parseDouble(value.asText().replace("Inf", "Infinity")));
            }
        }
        return new Seen<>(
                sums, Evidence.text(EvidenceKind.METRICS, "counters " + counters + " by " + name(), lines.toString()));
    }

    @Override
    public OptionalDouble collected(Collection<String> counters) {
        return counters.stream()
                .map(counter -> value("min(timestamp(" + series(counter) + "))"))
                .filter(value -> !value.isMissingNode())
                .mapToDouble(value -> Double.parseDouble(value.asText()))
                .min();
    }

    @Override
    public Duration pause() {
        return Duration.ofSeconds(1);
    }

    private String query(String counter) {
        return "sum(" + series(counter) + ")";
    }

    private String series(String counter) {
        Sample wanted = Sample.named(counter);
        String labels = Stream.concat(
                        Stream.of(selector).filter(text -> !text.isBlank()),
                        wanted.labels().entrySet().stream()
                                .map(label -> label.getKey() + "=\"" + label.getValue() + "\""))
                .collect(Collectors.joining(","));
        return wanted.name() + "{" + labels + "}";
    }

    /** The one value, or a missing node where nobody has such a counter. */
    private JsonNode value(String query) {
        URI uri = QueryString.of(url + "/api/v1/query").with("query", query).uri();
        JsonNode answer = fetch.json(uri, headers);
        if (!answer.path("status").asText().equals("success")
                || !answer.at("/data/resultType").asText().equals("vector")) {
            throw new OracleSilent("GET " + uri + " did not answer with a vector");
        }
        return answer.at("/data/result/0/value/1");
    }
}
