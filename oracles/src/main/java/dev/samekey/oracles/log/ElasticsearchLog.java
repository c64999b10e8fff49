package dev.samekey.oracles.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.http.Fetch;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documents of an index of Elasticsearch, by its search API; each stands for a line. */
public final class ElasticsearchLog implements LogSource {
    /** As many as one search gives where the index is not set up otherwise. */
    private static final int MOST_LINES = 10_000;

    private static final Duration EARLIER = Duration.ofMinutes(1);

    private final Fetch fetch;
    private final URI search;
    private final String index;
    private final String time;
    private final @Nullable String line;
    private final Map<String, String> headers;
    private final Instant start;

    /**
     * @param url of Elasticsearch, such as {@code http://elastic:9200}
     * @param index its name, or a pattern of names
     * @param time the field that holds the time of a line
     * @param line the field that holds the line as it was written; without one the document is the line
     * @param start when the run began
     */
    public ElasticsearchLog(
            Fetch fetch,
            URI url,
            String index,
            String time,
            @Nullable String line,
            Map<String, String> headers,
            Instant start) {
        this.fetch = fetch;
        this.search = URI.create(url + "/" + index + "/_search");
        this.index = index;
        this.time = time;
        this.line = line;
        this.headers = Map.copyOf(headers);
        this.start = start.minus(EARLIER);
    }

    @Override
    public String name() {
        return "Elasticsearch " + index;
    }

    @Override
    public void check() {
        ObjectNode any = JsonNodeFactory.instance.objectNode();
        any.put("size", 1);
        var unused = hits(any);
    }

    @Override
    public List<String> lines(String text) {
        List<JsonNode> hits = hits(asking(text));
        if (hits.size() >= MOST_LINES) {
            throw new OracleSilent("Elasticsearch gave " + MOST_LINES + " documents of " + index + ", so there may be"
                    + " more: narrow the index");
        }
        return hits.stream().map(this::line).toList();
    }

    @Override
    public Duration pause() {
        return Duration.ofMillis(500);
    }

    private String line(JsonNode hit) {
        JsonNode document = hit.path("_source");
        return line == null ? document.toString() : document.path(line).asText();
    }

    /** The words of the text one after another in any field, whether it was taken apart when it came in or not. */
    private ObjectNode asking(String text) {
        ObjectNode asked = JsonNodeFactory.instance.objectNode();
        asked.put("size", MOST_LINES);
        asked.putArray("sort").addObject().put(time, "asc");
        ObjectNode bool = asked.putObject("query").putObject("bool");
        var filter = bool.putArray("filter");
        filter.addObject().putObject("range").putObject(time).put("gte", start.toString());
        ObjectNode words = filter.addObject().putObject("multi_match");
        words.put("query", text).put("type", "phrase").put("lenient", true);
        words.putArray("fields").add("*");
        return asked;
    }

    private List<JsonNode> hits(ObjectNode asked) {
        JsonNode hits = fetch.json(search, headers, asked.toString()).at("/hits/hits");
        if (!hits.isArray()) {
            throw new OracleSilent("POST " + search + " did not answer with hits");
        }
        List<JsonNode> all = new ArrayList<>();
        hits.forEach(all::add);
        return all;
    }
}
