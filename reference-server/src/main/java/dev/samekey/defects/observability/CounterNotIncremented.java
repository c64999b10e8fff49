package dev.samekey.defects.observability;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Replays are not counted. */
final class CounterNotIncremented extends Defect {
    CounterNotIncremented() {
        super("counter-not-incremented", "OBS-3", "OBS-4 OBS-8", "Replays are not counted.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.METERS, (attempt, decision) -> {
            if (decision.outcome() != Outcome.REPLAYED) {
                parts.get(Part.METERS).decided(attempt, decision);
            }
        });
    }
}
