package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Effect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.resources.payments.Payment;
import dev.samekey.server.resources.payments.RefundLimit;
import dev.samekey.server.resources.payments.WaysBack;
import org.jdbi.v3.core.Handle;

/** What is left of a payment is looked at before the payment is locked, and not after. */
final class LimitLookedAtEarly extends Defect {
    private final ThreadLocal<Boolean> locked = new ThreadLocal<>();
    private final boolean isOfRefunds;

    private LimitLookedAtEarly(String name, String how, boolean isOfRefunds) {
        super(name, "CON-9", "REV-5", how);
        this.isOfRefunds = isOfRefunds;
    }

    static LimitLookedAtEarly ofRefunds() {
        return new LimitLookedAtEarly(
                "over-refund-race",
                "What is left of a payment is looked at before the payment is locked, and not after.",
                true);
    }

    static LimitLookedAtEarly ofKinds() {
        return new LimitLookedAtEarly(
                "void-refund-race",
                "Whether a payment was refunded or voided is looked at before the other locks it, and not after.",
                false);
    }

    @Override
    public Parts apply(Parts parts) {
        RefundLimit refunds = parts.get(Part.REFUND_LIMIT);
        WaysBack ways = parts.get(Part.WAYS_BACK);
        Parts changed = isOfRefunds
                ? parts.with(Part.REFUND_LIMIT, (payment, amount) -> unlessLocked(() -> refunds.check(payment, amount)))
                : parts.with(Part.WAYS_BACK, early(ways));
        return changed.aroundGuard((composed, guard) -> (request, operation) -> guard.run(request, operationId -> {
            Effect effect = operation.prepare(operationId);
            return transaction -> unchecked(effect, transaction);
        }));
    }

    private WaysBack early(WaysBack ways) {
        return new WaysBack() {
            @Override
            public void checkRefund(Payment payment) {
                unlessLocked(() -> ways.checkRefund(payment));
            }

            @Override
            public void checkVoid(Payment payment) {
                // Another void would be a second one, and that is another defect.
                if (payment.wasVoided()) {
                    ways.checkVoid(payment);
                }
                unlessLocked(() -> ways.checkVoid(payment));
            }
        };
    }

    private void unlessLocked(Runnable check) {
        if (!Boolean.TRUE.equals(locked.get())) {
            check.run();
        }
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
