package dev.samekey.defects.storage;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Effect;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.sandbox.Pause;
import java.time.Duration;
import java.util.UUID;

/** The effect commits by itself, and its outcome 30 ms later. */
final class EffectOutsideTransaction extends Defect {
    private static final Duration BETWEEN = Duration.ofMillis(30);

    EffectOutsideTransaction() {
        super(
                "effect-outside-transaction",
                "STO-1",
                "TTL-8 STO-2 STO-3",
                "The effect commits by itself, and its outcome 30 ms later.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) ->
                (request, operation) -> guard.run(request, operationId -> committed(composed, operation, operationId)));
    }

    private static Effect committed(Parts parts, Operation operation, UUID operationId) {
        Effect effect = operation.prepare(operationId);
        Answer answer = parts.base().jdbi().inTransaction(effect::write);
        Pause.of(BETWEEN);
        return transaction -> answer;
    }
}
