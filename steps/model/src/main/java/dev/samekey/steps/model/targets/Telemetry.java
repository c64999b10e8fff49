package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.file.Placeholders;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How those who run the target watch it: what a target file may name as its log, metrics, traces and lookup. */
public final class Telemetry {
    private Telemetry() {}

    /**
     * Where the log is read: one of these.
     *
     * @param file of JSON lines
     * @param command prints JSON lines and ends; it runs in the folder of the target file
     * @param within how long a line may take to be there; 3 s in a file, 30 s in Elasticsearch, 10 s otherwise
     */
    public record Log(
            @Nullable String file,
            @Nullable List<String> command,
            @Nullable Loki loki,
            @Nullable Elasticsearch elasticsearch,
            @Nullable Duration within) {
        private static final Duration OF_A_FILE = Duration.ofSeconds(3);
        private static final Duration OF_ANYTHING_ELSE = Duration.ofSeconds(10);

        /** Shippers gather lines for about ten seconds, and then the index has to be refreshed. */
        private static final Duration OF_AN_INDEX = Duration.ofSeconds(30);

        public Duration limit() {
            if (within != null) {
                return within;
            }
            return file != null ? OF_A_FILE : elasticsearch != null ? OF_AN_INDEX : OF_ANYTHING_ELSE;
        }
    }

    /**
     * Lines that Loki keeps.
     *
     * @param query the stream selector, and filters after it
     */
    public record Loki(
            @JsonProperty(required = true) URI url,
            @JsonProperty(required = true) String query,
            Map<String, String> headers) {
        public Loki {
            headers = headers == null ? Map.of() : headers;
        }
    }

    /**
     * Lines that Elasticsearch keeps.
     *
     * @param index a name or a pattern
     * @param time the field with the time of a line, {@code @timestamp} where it is not given
     * @param line the field with the line, as it was written or taken apart; without one the document is the line
     */
    public record Elasticsearch(
            @JsonProperty(required = true) URI url,
            @JsonProperty(required = true) String index,
            String time,
            @Nullable String line,
            Map<String, String> headers) {
        public Elasticsearch {
            time = time == null ? "@timestamp" : time;
            headers = headers == null ? Map.of() : headers;
        }
    }

    /**
     * Where counters are read: one of the first two.
     *
     * @param path of the Prometheus text endpoint of each replica
     * @param url of the one endpoint, where the replicas have their counters in common
     * @param shared whether others use the API during the run
     * @param within how long it may take until a counter that has moved is seen to have; no time at an endpoint, 60 s
     *     where they are collected
     */
    public record Metrics(
            @Nullable String path,
            @Nullable URI url,
            @Nullable PromQl promql,
            Boolean shared,
            @Nullable Duration within) {
        private static final Duration OF_A_COLLECTION = Duration.ofSeconds(60);

        public Metrics {
            shared = shared != null && shared;
        }

        public Duration limit() {
            return within != null ? within : promql == null ? Duration.ZERO : OF_A_COLLECTION;
        }
    }

    /**
     * Counters that a server with the HTTP API of Prometheus has collected.
     *
     * @param selector the labels that only the target's counters have, such as {@code job="payments"}
     */
    public record PromQl(@JsonProperty(required = true) URI url, String selector, Map<String, String> headers) {
        public PromQl {
            selector = selector == null ? "" : selector;
            headers = headers == null ? Map.of() : headers;
        }
    }

    /**
     * Where spans are found: one of the first two.
     *
     * @param listen the port on the loopback interface to which the target exports them by OTLP over HTTP
     * @param within how long a span may take to be there, 10 s where it is not given
     */
    public record Traces(
            @Nullable Integer listen,
            @Nullable Jaeger jaeger,
            @Nullable Duration within) {
        private static final Duration LIMIT = Duration.ofSeconds(10);

        public Duration limit() {
            return within == null ? LIMIT : within;
        }
    }

    /** @param service the name under which Jaeger keeps the target's spans */
    public record Jaeger(
            @JsonProperty(required = true) URI url,
            @JsonProperty(required = true) String service,
            Map<String, String> headers) {
        public Jaeger {
            headers = headers == null ? Map.of() : headers;
        }
    }

    /**
     * How an operator looks a key up.
     *
     * @param path names the key as {@code ${key}}
     * @param headers those of an operator; the ones of the principal where none are given
     * @param state JSON pointer to the state
     * @param resource JSON pointer to what names the result
     * @param states the target's own word for {@code in_progress}, {@code completed} and {@code failed}
     */
    public record Lookup(
            @JsonProperty(required = true) String path,
            @Nullable Map<String, String> headers,
            @JsonProperty(required = true) String state,
            @Nullable String resource,
            Map<String, String> states) {
        public Lookup {
            states = states == null ? Map.of() : states;
        }

        /** The path under which this key is looked up. */
        public String pathOf(String key) {
            return new Placeholders(name -> TextNode.valueOf(URLEncoder.encode(key, StandardCharsets.UTF_8)))
                    .fill(path);
        }

        /** The target's word for a state of ours. */
        public String word(String state) {
            return states.getOrDefault(state, state);
        }
    }
}
