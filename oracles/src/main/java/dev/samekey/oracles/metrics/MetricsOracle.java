package dev.samekey.oracles.metrics;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.http.Fetch;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Reads counters from the Prometheus text endpoints of all replicas and adds them up. */
public final class MetricsOracle {
    private final Fetch fetch;
    private final List<URI> endpoints;

    public MetricsOracle(Fetch fetch, List<URI> endpoints) {
        this.fetch = fetch;
        this.endpoints = List.copyOf(endpoints);
    }

    /** @throws OracleSilent when an endpoint does not answer */
    public void check() {
        read(List.of());
    }

    /**
     * The value of each counter, summed over its label sets and over all replicas.
     *
     * @param counters such as {@code requests_total} or {@code requests_total{outcome="created"}}; other labels than the
     *     named ones may have any value
     * @throws OracleSilent when an endpoint does not answer, or none has such a counter
     */
    public Seen<Map<String, Double>> read(Collection<String> counters) {
        Map<String, Double> sums = new TreeMap<>();
        StringJoiner lines = new StringJoiner("\n");
        for (URI endpoint : endpoints) {
            lines.add("# " + endpoint);
            List<Sample> samples =
                    fetch.get(endpoint, Map.of()).lines().flatMap(Sample::read).toList();
            for (String counter : counters) {
                Sample wanted = Sample.named(counter);
                samples.stream().filter(sample -> sample.matches(wanted)).forEach(sample -> {
                    lines.add(sample.toString());
                    sums.merge(counter, sample.value(), Double::sum);
                });
            }
        }
        for (String counter : counters) {
            if (!sums.containsKey(counter)) {
                throw new OracleSilent("no counter " + counter + " at " + endpoints);
            }
        }
        return new Seen<>(sums, Evidence.text("metrics", "counters " + counters, lines.toString()));
    }
}
