package dev.samekey.defects.common;

import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Effect;
import dev.samekey.server.idempotency.Guard;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.UUID;

/** Runs an operation as if it had no key. */
public final class Unguarded implements Guard {
    private final Parts parts;

    public Unguarded(Parts parts) {
        this.parts = parts;
    }

    @Override
    public Decision run(KeyedRequest request, Operation operation) {
        UUID operationId = UUID.randomUUID();
        try {
            Effect effect = operation.prepare(operationId);
            Answer answer = parts.base().jdbi().inTransaction(effect::write);
            return new Decision(Outcome.CREATED, answer, State.NONE, State.COMPLETED, operationId, null);
        } catch (FaultException fault) {
            Answer answer = parts.get(Part.PROBLEMS).render(fault);
            return new Decision(Outcome.FAILED, answer, State.NONE, State.NONE, operationId, null);
        }
    }
}
