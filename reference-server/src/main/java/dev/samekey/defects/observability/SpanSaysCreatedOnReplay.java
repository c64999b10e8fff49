package dev.samekey.defects.observability;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The span of a replay says created, and all the others say replayed. */
final class SpanSaysCreatedOnReplay extends Defect {
    SpanSaysCreatedOnReplay() {
        super("span-says-created-on-replay", "OBS-8", "", "The span of a replay says created.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.SPANS, (attempt, decision) -> {
            boolean replayed = decision.outcome() == Outcome.REPLAYED;
            parts.get(Part.SPANS).decided(attempt, replayed ? decision.withOutcome(Outcome.CREATED) : decision);
        });
    }
}
