package dev.samekey.oracles.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.http.Fetch;
import dev.samekey.oracles.http.QueryString;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The lines that a stream selector finds in Loki, by its query API. */
public final class LokiLog implements LogSource {
    /** As many lines as Loki gives at once where it is not set up otherwise. */
    private static final int MOST_LINES = 5000;

    private static final Duration EARLIER = Duration.ofMinutes(1);

    /** Loki takes no line that is further ahead, and asked for none ahead it leaves them out. */
    private static final Duration AHEAD = Duration.ofMinutes(10);

    private final Fetch fetch;
    private final URI url;
    private final String selector;
    private final Map<String, String> headers;
    private final Instant start;

    /**
     * @param url of Loki, such as {@code http://loki:3100}
     * @param selector such as <code>{app="payments"}</code>; it may go on with filters
     * @param start when the run began
     */
    public LokiLog(Fetch fetch, URI url, String selector, Map<String, String> headers, Instant start) {
        this.fetch = fetch;
        this.url = url;
        this.selector = selector;
        this.headers = Map.copyOf(headers);
        // The clock of the log's writer may be behind ours.
        this.start = start.minus(EARLIER);
    }

    @Override
    public String name() {
        return "Loki " + selector;
    }

    @Override
    public void check() {
        var unused = query(selector, start, 1);
    }

    @Override
    public List<String> lines(String text) {
        List<Entry> entries = query(selector + " |= " + quoted(text), start, MOST_LINES);
        if (entries.size() >= MOST_LINES) {
            throw new OracleSilent("Loki gave " + MOST_LINES + " lines, so there may be more: narrow " + selector);
        }
        return entries.stream()
                .sorted(Comparator.comparing(Entry::at))
                .map(Entry::line)
                .toList();
    }

    @Override
    public boolean anySince(Instant time) {
        return !query(selector, time, 1).isEmpty();
    }

    @Override
    public Duration pause() {
        return Duration.ofMillis(500);
    }

    private record Entry(long at, String line) {}

    private List<Entry> query(String query, Instant from, int limit) {
        URI uri = QueryString.of(url + "/loki/api/v1/query_range")
                .with("query", query)
                .with("start", nanos(from))
                .with("end", nanos(Instant.now().plus(AHEAD)))
                .with("limit", String.valueOf(limit))
                .with("direction", "forward")
                .uri();
        JsonNode answer = fetch.json(uri, headers);
        JsonNode streams = answer.at("/data/result");
        if (!answer.at("/data/resultType").asText().equals("streams") || !streams.isArray()) {
            throw new OracleSilent("GET " + uri + " did not answer with streams of lines");
        }
        List<Entry> entries = new ArrayList<>();
        streams.forEach(stream -> stream.path("values")
                .forEach(value -> entries.add(
                        new Entry(value.path(0).asLong(), value.path(1).asText()))));
        return entries;
    }

    private static String nanos(Instant time) {
        return String.valueOf(ChronoUnit.NANOS.between(Instant.EPOCH, time));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }
}
