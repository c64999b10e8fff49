package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A duplicate that is refused as in progress was put into a queue all the same: its worker asks the provider later. */
final class LoserActsLater extends Defect {
    private static final Duration LATER = Duration.ofMillis(900);

    LoserActsLater() {
        super(
                "loser-asks-provider-later",
                "CON-7",
                "",
                "A duplicate that is refused as in progress asks the provider a second later, under a key of its own.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            if (decision.outcome() == Outcome.IN_PROGRESS) {
                CompletableFuture.delayedExecutor(LATER.toMillis(), TimeUnit.MILLISECONDS)
                        .execute(() -> ask(operation));
            }
            return decision;
        });
    }

    private static void ask(Operation operation) {
        try {
            operation.prepare(UUID.randomUUID());
        } catch (FaultException refused) {
            // Nobody waits for what the worker is told.
        }
    }
}
