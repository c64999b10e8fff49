package dev.samekey.oracles.metrics;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.http.Fetch;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** The Prometheus text endpoints of all replicas. */
public final class PrometheusText implements MetricsSource {
    private final Fetch fetch;
    private final List<URI> endpoints;

    public PrometheusText(Fetch fetch, List<URI> endpoints) {
        this.fetch = fetch;
        this.endpoints = List.copyOf(endpoints);
    }

    @Override
    public String name() {
        return endpoints.toString();
    }

    @Override
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
                    add(sums, counter, sample.value());
                });
            }
        }
        return new Seen<>(sums, Evidence.text(EvidenceKind.METRICS, "counters " + counters, lines.toString()));
    }

    @Override
    public Duration pause() {
        return Duration.ofMillis(50);
    }

    /** A replica that has measured nothing yet says that it has no number. */
    private static void add(Map<String, Double> sums, String counter, double value) {
        if (!Double.isNaN(value)) {
            sums.merge(counter, value, Double::sum);
        }
    }
}
