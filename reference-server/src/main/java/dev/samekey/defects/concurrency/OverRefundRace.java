package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Effect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import org.jdbi.v3.core.Handle;

/** What is left of a payment is looked at before the payment is locked, and not after. */
final class OverRefundRace extends Defect {
    private final ThreadLocal<Boolean> locked = new ThreadLocal<>();

    OverRefundRace() {
        super(
                "over-refund-race",
                "CON-9",
                "REV-5",
                "What is left of a payment is looked at before the payment is locked, and not after.");
    }

    @Override
    public Parts apply(Parts parts) {
        Parts changed = parts.with(Part.REFUND_LIMIT, (payment, amount) -> {
            if (!Boolean.TRUE.equals(locked.get())) {
                parts.get(Part.REFUND_LIMIT).check(payment, amount);
            }
        });
        return changed.aroundGuard((composed, guard) -> (request, operation) -> guard.run(request, operationId -> {
            Effect effect = operation.prepare(operationId);
            return transaction -> unchecked(effect, transaction);
        }));
    }

    private Answer unchecked(Effect effect, Handle transaction) {
        locked.set(true);
        try {
            return effect.write(transaction);
        } finally {
            locked.remove();
        }
    }
}
