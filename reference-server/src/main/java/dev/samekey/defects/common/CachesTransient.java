package dev.samekey.defects.common;

import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Parts;
import java.util.Set;

/** A failure that says nothing about the next attempt is kept as the outcome of its key. */
public final class CachesTransient extends Defect {
    private final Set<Integer> statuses;

    public CachesTransient(String name, String clause, String follows, String how, Set<Integer> statuses) {
        super(name, clause, follows, how);
        this.statuses = statuses;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            boolean released = decision.outcome() == Outcome.FAILED && decision.to() == State.NONE;
            if (released && statuses.contains(decision.answer().status())) {
                new Kept(composed).outcome(request, State.FAILED, decision.answer());
            }
            return decision;
        });
    }
}
