package dev.samekey.server.defects;

import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Parts;
import java.util.Set;

/** A failure that says nothing about the next attempt is kept as the outcome of its key. */
final class CachesTransient extends NamedDefect {
    private final Set<Integer> statuses;

    private CachesTransient(String name, String clause, String follows, String how, Set<Integer> statuses) {
        super(name, clause, follows, how);
        this.statuses = statuses;
    }

    static NamedDefect dependency() {
        return new CachesTransient(
                "caches-transient-5xx",
                "STO-5",
                "CON-11 EXT-1 EXT-2",
                "A 502, 503 or 504 is kept as the outcome of its key.",
                Set.of(502, 503, 504));
    }

    static NamedDefect rateLimit() {
        return new CachesTransient("429-cached", "ERR-4", "", "A 429 is kept as the outcome of its key.", Set.of(429));
    }

    @Override
    public Parts apply(Parts parts) {
        return around(parts, (composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            boolean released = decision.outcome() == Outcome.FAILED && decision.to() == State.NONE;
            if (released && statuses.contains(decision.answer().status())) {
                new Kept(composed).outcome(request, State.FAILED, decision.answer());
            }
            return decision;
        });
    }
}
