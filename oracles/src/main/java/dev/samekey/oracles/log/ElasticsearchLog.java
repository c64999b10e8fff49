package dev.samekey.oracles.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
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
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The documents of an index of Elasticsearch, by its search API; each stands for a line. */
public final class ElasticsearchLog implements LogSource {
    /** As many as one search gives where the index is not set up otherwise. */
    private static final int MOST_LINES = 10_000;

    private static final int MOST_OF_ALL = 100_000;
    private static final int PAGE = 1000;
    private static final String KEPT = "30s";
    private static final Duration EARLIER = Duration.ofMinutes(1);
    private static final Duration A_DAY = Duration.ofDays(1);

    private final Fetch fetch;
    private final URI url;
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
     * @param line the field that holds the line, as it was written or taken apart; without one the document is the line
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
        this.url = url;
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

    /** By the question that is asked later, and about lines that may be there already: an index may refuse that and no other. */
    @Override
    public void check() {
        var unused = hits(ask(search, since(start.minus(A_DAY), 1, words("samekey"))));
    }

    @Override
    public List<String> lines(String text) {
        List<JsonNode> hits = hits(ask(search, since(start, MOST_LINES, words(text))));
        if (hits.size() >= MOST_LINES) {
            throw tooMany(MOST_LINES);
        }
        return hits.stream().map(this::line).toList();
    }

    /** Page by page, for as long as there are any. */
    @Override
    public List<String> unindexed(String text) {
        List<String> found = new ArrayList<>();
        JsonNode answer = ask(URI.create(search + "?scroll=" + KEPT), since(start, PAGE));
        int read = 0;
        for (List<JsonNode> page = hits(answer); !page.isEmpty(); page = hits(answer)) {
            page.stream().map(this::line).filter(line -> line.contains(text)).forEach(found::add);
            read += page.size();
            if (read >= MOST_OF_ALL) {
                throw tooMany(MOST_OF_ALL);
            }
            ObjectNode next = JsonNodeFactory.instance.objectNode();
            next.put("scroll", KEPT).put("scroll_id", answer.path("_scroll_id").asText());
            answer = ask(URI.create(url + "/_search/scroll"), next);
        }
        return found;
    }

    @Override
    public boolean anySince(Instant moment) {
        return !hits(ask(search, since(moment, 1))).isEmpty();
    }

    @Override
    public Duration pause() {
        return Duration.ofMillis(500);
    }

    private OracleSilent tooMany(int most) {
        return new OracleSilent("Elasticsearch gave " + most + " documents of " + index + ", so there may be more:"
                + " narrow the index, such as by an alias with a filter");
    }

    /** A name with dots in it is that of a member, or of one within another. */
    private String line(JsonNode hit) {
        JsonNode document = hit.path("_source");
        if (line == null) {
            return document.toString();
        }
        JsonNode whole = document.path(line);
        JsonNode found = whole.isMissingNode() ? document.at("/" + line.replace('.', '/')) : whole;
        return found.isValueNode() ? found.asText() : (found.isMissingNode() ? document : found).toString();
    }

    /** Shippers may read many lines in one millisecond: then the offset in the file, which Filebeat adds, gives their order. */
    private ObjectNode since(Instant from, int most, ObjectNode... filters) {
        ObjectNode asked = JsonNodeFactory.instance.objectNode();
        asked.put("size", most);
        ArrayNode sort = asked.putArray("sort");
        // Neither needs to be there yet.
        sort.addObject().putObject(time).put("order", "asc").put("unmapped_type", "date");
        sort.addObject().putObject("log.offset").put("order", "asc").put("unmapped_type", "long");
        ArrayNode filter = asked.putObject("query").putObject("bool").putArray("filter");
        filter.addObject()
                .putObject("range")
                .putObject(time)
                .put("gte", from.toString())
                .put("format", "strict_date_optional_time");
        filter.addAll(List.of(filters));
        return asked;
    }

    /** The words of the text one after another, whether the index has split it or not. */
    private ObjectNode words(String text) {
        ObjectNode asked = JsonNodeFactory.instance.objectNode();
        ObjectNode words = asked.putObject("multi_match");
        words.put("query", text).put("type", "phrase").put("lenient", true);
        ArrayNode fields = words.putArray("fields");
        if (line == null) {
            fields.add("*");
        } else {
            fields.add(line).add(line + ".*");
        }
        return asked;
    }

    private JsonNode ask(URI where, ObjectNode asked) {
        JsonNode answer = fetch.json(where, headers, asked.toString());
        JsonNode shards = answer.path("_shards");
        if (answer.path("timed_out").asBoolean() || shards.path("failed").asInt() > 0) {
            throw new OracleSilent("Elasticsearch answered with a part of " + index + " only: " + shards);
        }
        if (shards.path("total").asInt(1) == 0) {
            throw new OracleSilent("Elasticsearch has no index " + index);
        }
        return answer;
    }

    private List<JsonNode> hits(JsonNode answer) {
        JsonNode hits = answer.at("/hits/hits");
        if (!hits.isArray()) {
            throw new OracleSilent("POST " + search + " did not answer with hits");
        }
        return StreamSupport.stream(hits.spliterator(), false).toList();
    }
}
