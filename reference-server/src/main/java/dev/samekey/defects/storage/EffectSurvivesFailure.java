package dev.samekey.defects.storage;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Effect;
import dev.samekey.server.replica.Parts;
import org.jdbi.v3.core.Handle;

/** What was written before the handler failed is committed. */
final class EffectSurvivesFailure extends Defect {
    EffectSurvivesFailure() {
        super(
                "effect-survives-failure",
                "STO-10",
                "REV-5 OBX-5",
                "What was written before the handler failed is committed.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> guard.run(request, operationId -> {
            Effect effect = operation.prepare(operationId);
            return transaction -> surviving(effect, transaction);
        }));
    }

    private static Answer surviving(Effect effect, Handle transaction) {
        try {
            return effect.write(transaction);
        } catch (RuntimeException failed) {
            transaction.commit();
            throw failed;
        }
    }
}
