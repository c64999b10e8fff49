package dev.samekey.oracles.metrics;

import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.wait.Await;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/** Reads counters, and waits for those that are collected later than they move. */
public final class MetricsOracle {
    private final MetricsSource source;
    private final Duration limit;

    /** @param limit how long it may take until a counter that has moved is seen to have */
    public MetricsOracle(MetricsSource source, Duration limit) {
        this.source = source;
        this.limit = limit;
    }

    /** @throws OracleSilent when they cannot be read */
    public void check() {
        var unused = source.read(List.of());
    }

    /**
     * The value of each counter, summed over its label sets and over all replicas.
     *
     * @param counters such as {@code requests_total} or {@code requests_total{outcome="created"}}; other labels than the
     *     named ones may have any value
     * @throws OracleSilent when they cannot be read, or nobody has such a counter
     */
    public Seen<Map<String, Double>> read(Collection<String> counters) {
        Seen<Map<String, Double>> seen = source.read(counters);
        Map<String, Double> values = new LinkedHashMap<>(seen.value());
        for (String counter : counters) {
            if (!values.containsKey(counter)) {
                if (!isOfAKnownFamily(counter)) {
                    throw new OracleSilent("no counter " + counter + " at " + source.name());
                }
                values.put(counter, 0.0);
            }
        }
        return new Seen<>(values, seen.evidence());
    }

    /** Many libraries show a set of labels only when it has been counted for the first time. */
    private boolean isOfAKnownFamily(String counter) {
        int labels = counter.indexOf('{');
        return labels > 0
                && source.read(List.of(counter.substring(0, labels))).value().containsKey(counter.substring(0, labels));
    }

    /**
     * The same with all that has happened until now: what is collected now and then is waited for. It is collected twice, for
     * the first time may have begun before.
     *
     * @throws OracleSilent also when they are not collected anew within the limit
     */
    public Seen<Map<String, Double>> readAnew(Collection<String> counters) {
        Collected collected = new Collected();
        boolean twice = Await.until(
                        "the counters to be collected twice",
                        limit,
                        source.pause(),
                        () -> source.collected(counters),
                        collected::isTwiceLater)
                .reached();
        if (!twice) {
            throw new OracleSilent(source.name() + " did not collect the counters twice within " + limit.toSeconds()
                    + " s («oracles.metrics.within»)");
        }
        return read(counters);
    }

    /** How often the counters were collected, the time before the first look among them. */
    private static final class Collected {
        private double last = Double.NEGATIVE_INFINITY;
        private int times;

        /** Also true where the source does not say when: then they are as they are now. */
        boolean isTwiceLater(OptionalDouble time) {
            if (time.isPresent() && time.getAsDouble() > last) {
                last = time.getAsDouble();
                times++;
            }
            return time.isEmpty() || times > 2;
        }
    }

    /** The same when they are as they should be, or the limit has passed. */
    public Seen<Map<String, Double>> await(Collection<String> counters, Predicate<Map<String, Double>> enough) {
        return Await.until(
                        "the counters " + counters,
                        limit,
                        source.pause(),
                        () -> read(counters),
                        seen -> enough.test(seen.value()))
                .value();
    }

    /**
     * Those that are there, when all are or the limit has passed.
     *
     * @throws OracleSilent when they cannot be read
     */
    public Seen<Map<String, Double>> present(Collection<String> counters) {
        return Await.until(
                        "the counters " + counters,
                        limit,
                        source.pause(),
                        () -> source.read(counters),
                        seen -> seen.value().keySet().containsAll(counters))
                .value();
    }
}
