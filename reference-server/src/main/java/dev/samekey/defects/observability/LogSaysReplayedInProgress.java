package dev.samekey.defects.observability;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The log line of a request that is refused as in progress says replayed. */
final class LogSaysReplayedInProgress extends Defect {
    LogSaysReplayedInProgress() {
        super(
                "log-says-replayed-in-progress",
                "OBS-2",
                "",
                "The log line of a request that is refused as in progress says replayed.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.JOURNAL, (attempt, decision) -> {
            boolean inProgress = decision.outcome() == Outcome.IN_PROGRESS;
            parts.get(Part.JOURNAL).decided(attempt, inProgress ? decision.withOutcome(Outcome.REPLAYED) : decision);
        });
    }
}
