package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.Duplicates.Kind;
import dev.samekey.server.idempotency.IdempotencyRecord;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.sandbox.Pause;
import java.time.Duration;
import java.util.Optional;

/**
 * A duplicate that comes while the first request runs is held for a quarter of a minute, even where the first has long ended.
 * It breaks a clause only where the contract lets a loser wait.
 */
final class WaitsForever extends Defect {
    private final Duration hold;

    WaitsForever() {
        this(Duration.ofSeconds(15));
    }

    WaitsForever(Duration hold) {
        super(
                "waits-forever",
                "CON-8",
                Clauses.RACES,
                "A duplicate that comes while the first request runs is held for a quarter of a minute.");
        this.hold = hold;
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Optional<String> dialect() {
        return Optional.of("charges");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            if (composed.get(Part.RECORDS)
                    .find(request)
                    .filter(known -> isRunning(composed, known, request))
                    .isPresent()) {
                Pause.of(hold);
            }
            return guard.run(request, operation);
        });
    }

    private static boolean isRunning(Parts parts, IdempotencyRecord known, KeyedRequest request) {
        return parts.get(Part.DUPLICATES).judge(known, request) == Kind.IN_PROGRESS;
    }
}
