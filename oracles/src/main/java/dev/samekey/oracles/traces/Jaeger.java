package dev.samekey.oracles.traces;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.http.Fetch;
import dev.samekey.oracles.http.QueryString;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The spans of a service that Jaeger keeps, by the query API of its user interface. */
public final class Jaeger implements SpanSource {
    private static final int MOST_TRACES = 200;
    private static final Duration EARLIER = Duration.ofMinutes(1);

    private final Fetch fetch;
    private final URI url;
    private final String service;
    private final Map<String, String> headers;
    private final Instant start;

    /**
     * @param url of Jaeger's query service, such as {@code http://jaeger:16686}
     * @param service the name under which the target's spans are kept
     * @param start when the run began
     */
    public Jaeger(Fetch fetch, URI url, String service, Map<String, String> headers, Instant start) {
        this.fetch = fetch;
        this.url = url;
        this.service = service;
        this.headers = Map.copyOf(headers);
        // The clock of the spans' source may be behind ours.
        this.start = start.minus(EARLIER);
    }

    @Override
    public String name() {
        return "Jaeger, service " + service;
    }

    @Override
    public void check() {
        var unused = spans(asking(start, 1));
    }

    @Override
    public List<Span> with(String attribute, String value) {
        String tags =
                JsonNodeFactory.instance.objectNode().put(attribute, value).toString();
        List<Span> spans = spans(asking(start, MOST_TRACES).with("tags", tags));
        if (spans.stream().map(Span::trace).distinct().count() >= MOST_TRACES) {
            throw new OracleSilent("Jaeger gave " + MOST_TRACES + " traces with " + attribute + " = " + value
                    + ", so there may be more");
        }
        return spans.stream().filter(span -> span.has(attribute, value)).toList();
    }

    @Override
    public boolean anySince(Instant time) {
        return !spans(asking(time, 1)).isEmpty();
    }

    @Override
    public Duration pause() {
        return Duration.ofMillis(500);
    }

    private QueryString asking(Instant from, int limit) {
        return QueryString.of(url + "/api/traces")
                .with("service", service)
                .with("start", micros(from))
                .with("end", micros(Instant.now().plus(EARLIER)))
                .with("limit", String.valueOf(limit));
    }

    private List<Span> spans(QueryString query) {
        JsonNode traces = fetch.json(query.uri(), headers).path("data");
        if (!traces.isArray()) {
            throw new OracleSilent("GET " + query.address() + " did not answer with traces");
        }
        List<Span> spans = new ArrayList<>();
        for (JsonNode trace : traces) {
            trace.path("spans").forEach(span -> spans.add(span(span)));
        }
        return spans;
    }

    private static Span span(JsonNode span) {
        Map<String, String> attributes = new HashMap<>();
        span.path("tags")
                .forEach(tag -> attributes.put(
                        tag.path("key").asText(), tag.path("value").asText()));
        return new Span(
                span.path("traceID").asText(), span.path("operationName").asText(), attributes);
    }

    private static String micros(Instant time) {
        return String.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, time));
    }
}
