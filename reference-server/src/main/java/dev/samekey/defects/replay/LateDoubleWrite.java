package dev.samekey.defects.replay;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Unguarded;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A replay gives the stored answer, and some time after it the effect happens again. */
final class LateDoubleWrite extends Defect {
    /** Long after whoever looks at once has looked. */
    private static final Duration LATER = Duration.ofMillis(900);

    LateDoubleWrite() {
        super(
                "late-double-write",
                "RPL-4",
                Clauses.EFFECTS + " CON-1 RPL-10 MIS-3 MIS-4 MIS-5 MIS-6 REV-4",
                "A replay gives the stored answer, and a second later the effect happens again.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            if (decision.outcome() == Outcome.REPLAYED) {
                CompletableFuture.delayedExecutor(LATER.toMillis(), TimeUnit.MILLISECONDS)
                        .execute(() -> new Unguarded(composed).run(request, operation));
            }
            return decision;
        });
    }
}
