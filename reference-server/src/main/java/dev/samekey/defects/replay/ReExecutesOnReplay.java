package dev.samekey.defects.replay;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Unguarded;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Parts;

/** A replay gives the stored answer, but the effect happens again behind it. */
final class ReExecutesOnReplay extends Defect {
    ReExecutesOnReplay() {
        super(
                "re-executes-on-replay",
                "RPL-4",
                Clauses.EFFECTS + " CON-1 CON-10 RPL-10 MIS-3 MIS-4 MIS-5 MIS-6 REV-4",
                "A replay gives the stored answer, but the effect happens again behind it.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            if (decision.outcome() == Outcome.REPLAYED) {
                new Unguarded(composed).run(request, operation);
            }
            return decision;
        });
    }
}
