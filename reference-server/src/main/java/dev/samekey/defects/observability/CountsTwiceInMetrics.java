package dev.samekey.defects.observability;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Each request is counted twice. */
final class CountsTwiceInMetrics extends Defect {
    CountsTwiceInMetrics() {
        super("counts-twice-in-metrics", "OBS-8", "OBS-3", "Each request is counted twice in the metrics.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.METERS, (attempt, decision) -> {
            parts.get(Part.METERS).decided(attempt, decision);
            parts.get(Part.METERS).decided(attempt, decision);
        });
    }
}
