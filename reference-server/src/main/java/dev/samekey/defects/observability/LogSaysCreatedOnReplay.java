package dev.samekey.defects.observability;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The log line of a replay says created. */
final class LogSaysCreatedOnReplay extends Defect {
    LogSaysCreatedOnReplay() {
        super("log-says-created-on-replay", "OBS-2", "OBS-8", "The log line of a replay says created.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.JOURNAL, (attempt, decision) -> {
            boolean replayed = decision.outcome() == Outcome.REPLAYED;
            parts.get(Part.JOURNAL).decided(attempt, replayed ? decision.withOutcome(Outcome.CREATED) : decision);
        });
    }
}
