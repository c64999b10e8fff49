package dev.samekey.defects.condition;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.Kept;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The refusal of an outdated version is kept where the contract says that it is not, or the other way round. */
final class StaleRefusal extends Defect {
    private final boolean kept;

    private StaleRefusal(String name, String how, boolean kept) {
        super(name, "CND-3", "", how);
        this.kept = kept;
    }

    static StaleRefusal kept() {
        return new StaleRefusal(
                "stale-refusal-kept",
                "The refusal of an outdated version is kept under its key, although the contract does not say so.",
                true);
    }

    static StaleRefusal forgotten() {
        return new StaleRefusal(
                "stale-refusal-frees-key",
                "The refusal of an outdated version is forgotten, although the contract keeps it under its key.",
                false);
    }

    @Override
    public Optional<String> dialect() {
        return kept ? Optional.of("platform") : Optional.empty();
    }

    @Override
    public Parts apply(Parts parts) {
        int stale = parts.base().contract().refusal(Fault.STALE).status();
        return kept ? keeping(parts, stale) : forgetting(parts, stale);
    }

    private static Parts keeping(Parts parts, int stale) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            if (decision.to() == State.NONE && decision.answer().status() == stale) {
                new Kept(composed).outcome(request, State.FAILED, decision.answer());
            }
            return decision;
        });
    }

    private static Parts forgetting(Parts parts, int stale) {
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public void complete(Handle transaction, Claim claim, State state, Answer answer) {
                if (answer.status() == stale) {
                    release(claim);
                } else {
                    super.complete(transaction, claim, state, answer);
                }
            }
        });
    }
}
