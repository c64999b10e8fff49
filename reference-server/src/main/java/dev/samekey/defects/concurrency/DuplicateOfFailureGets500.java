package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.IdempotencyRecord;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.sandbox.Pause;
import java.time.Duration;
import java.util.Optional;

/** A duplicate watches the first request, and fails when that leaves no outcome. */
final class DuplicateOfFailureGets500 extends Defect {
    private static final int LOOKS = 250;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    DuplicateOfFailureGets500() {
        super(
                "duplicate-of-failure-gets-500",
                "CON-11",
                "OBS-2",
                "A duplicate watches the first request, and fails when that leaves no outcome.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            return decision.outcome() == Outcome.IN_PROGRESS && vanishes(request, composed)
                    ? decision.withOutcome(Outcome.FAILED)
                            .withAnswer(composed.get(Part.PROBLEMS).render(Fault.UNEXPECTED, "There is no outcome."))
                    : decision;
        });
    }

    /** Watches for five seconds at most. */
    private static boolean vanishes(KeyedRequest request, Parts parts) {
        for (int looks = 0; looks < LOOKS; looks++) {
            Optional<IdempotencyRecord> record = parts.get(Part.RECORDS).find(request);
            if (record.isEmpty() || record.get().state() != State.IN_PROGRESS) {
                return record.isEmpty();
            }
            Pause.of(BETWEEN_LOOKS);
        }
        return false;
    }
}
