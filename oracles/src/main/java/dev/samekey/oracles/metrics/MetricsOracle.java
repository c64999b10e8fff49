package dev.samekey.oracles.metrics;

import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
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
        for (String counter : counters) {
            if (!seen.value().containsKey(counter)) {
                throw new OracleSilent("no counter " + counter + " at " + source.name());
            }
        }
        return seen;
    }

    /**
     * The same with all that has happened until now: what is collected now and then is waited for. It is collected twice, for
     * the first time may have begun before.
     *
     * @throws OracleSilent also when they are not collected anew within the limit
     */
    public Seen<Map<String, Double>> readAnew(Collection<String> counters) {
        long deadline = System.nanoTime() + limit.toNanos();
        OptionalDouble collected = source.collected(counters);
        for (int again = 0; collected.isPresent() && again < 2; again++) {
            collected = later(collected.getAsDouble(), counters, deadline);
        }
        return read(counters);
    }

    private OptionalDouble later(double before, Collection<String> counters, long deadline) {
        OptionalDouble collected = source.collected(counters);
        while (collected.isPresent() && collected.getAsDouble() <= before) {
            if (System.nanoTime() > deadline) {
                throw new OracleSilent(
                        source.name() + " did not collect the counters twice within " + limit.toSeconds() + " s");
            }
            LockSupport.parkNanos(source.pause().toNanos());
            collected = source.collected(counters);
        }
        return collected;
    }

    /** The same when they are as they should be, or the limit has passed. */
    public Seen<Map<String, Double>> await(Collection<String> counters, Predicate<Map<String, Double>> enough) {
        long deadline = System.nanoTime() + limit.toNanos();
        Seen<Map<String, Double>> seen = read(counters);
        while (!enough.test(seen.value()) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(source.pause().toNanos());
            seen = read(counters);
        }
        return seen;
    }

    /**
     * Those that are there, when all are or the limit has passed.
     *
     * @throws OracleSilent when they cannot be read
     */
    public Seen<Map<String, Double>> present(Collection<String> counters) {
        long deadline = System.nanoTime() + limit.toNanos();
        Seen<Map<String, Double>> seen = source.read(counters);
        while (!seen.value().keySet().containsAll(counters) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(source.pause().toNanos());
            seen = source.read(counters);
        }
        return seen;
    }
}
