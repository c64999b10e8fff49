package dev.samekey.oracles.metrics;

import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalDouble;

/** Where counters are read. */
public interface MetricsSource {
    /** What it is, for those who read what was asked of it. */
    String name();

    /**
     * The value of each counter that is there, summed over its label sets and over all replicas.
     *
     * @param counters such as {@code requests_total} or {@code requests_total{outcome="created"}}; other labels than the
     *     named ones may have any value
     * @throws OracleSilent when it does not answer
     */
    Seen<Map<String, Double>> read(Collection<String> counters);

    /**
     * When the oldest of the values was collected that it has of these counters, in seconds by its own clock; empty where it
     * gives them as they are now, or has none.
     *
     * @throws OracleSilent when it does not answer
     */
    default OptionalDouble collected(Collection<String> counters) {
        return OptionalDouble.empty();
    }

    /** How long to wait before it is asked once more. */
    Duration pause();
}
