package dev.samekey.server.bench;

import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Effect;
import dev.samekey.server.idempotency.Guard;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

/** What a handler does that nobody guards: the effect, in its transaction. */
record NoGuard(Jdbi jdbi) implements Guard {
    @Override
    public Decision run(KeyedRequest request, Operation operation) {
        UUID operationId = UUID.randomUUID();
        Effect effect = operation.prepare(operationId);
        Answer answer = jdbi.inTransaction(effect::write);
        return new Decision(Outcome.CREATED, answer, State.NONE, State.COMPLETED, operationId, null);
    }
}
