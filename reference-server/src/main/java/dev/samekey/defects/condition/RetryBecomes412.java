package dev.samekey.defects.condition;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The retry of an update is held to the version that the update itself has outdated. */
final class RetryBecomes412 extends Defect {
    RetryBecomes412() {
        super("retry-becomes-412", "CND-2", "", "The retry of an update is refused for the version that it changed.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            boolean outdated = decision.outcome() == Outcome.REPLAYED
                    && decision.answer().status() < 400
                    && request.call().header("If-Match") != null;
            return outdated ? decision.withAnswer(stale(composed)) : decision;
        });
    }

    private static Answer stale(Parts parts) {
        return parts.get(Part.PROBLEMS).render(Fault.STALE, "The version is outdated.");
    }
}
