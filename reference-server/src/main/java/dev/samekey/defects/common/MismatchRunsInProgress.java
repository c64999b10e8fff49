package dev.samekey.defects.common;

import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Another payload that comes while the first one is running is run too. */
public final class MismatchRunsInProgress extends Defect {
    private final Duration window;

    public MismatchRunsInProgress(String name, String clause, String follows, String how, Duration window) {
        super(name, clause, follows, how);
        this.window = window;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            boolean runs = decision.outcome() == Outcome.CONFLICT
                    && decision.from() == State.IN_PROGRESS
                    && isWithin(decision.firstClaimedAt(), composed);
            return runs ? accept(composed, request, operation) : decision;
        });
    }

    private boolean isWithin(@Nullable Instant claimedAt, Parts parts) {
        return claimedAt != null
                && claimedAt.plus(window).isAfter(parts.base().clock().instant());
    }

    private static Decision accept(Parts parts, KeyedRequest request, Operation operation) {
        Decision accepted = new Unguarded(parts).run(request, operation);
        return accepted.withAnswer(parts.get(Part.REPLAYS).first(accepted.answer()));
    }
}
