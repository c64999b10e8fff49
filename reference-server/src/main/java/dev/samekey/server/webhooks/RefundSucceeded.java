package dev.samekey.server.webhooks;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.payments.Settlements;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** {@code refund.succeeded}: the refund is settled. */
public final class RefundSucceeded implements EventHandler {
    private final Settlements settlements;

    /** Where refunds are settled. */
    public RefundSucceeded(Settlements settlements) {
        this.settlements = settlements;
    }

    @Override
    public boolean handles(String type) {
        return type.equals("refund.succeeded");
    }

    @Override
    public void prepare(Event event) {
        settlements.confirm(refundId(event), event.data().amount("amount"));
    }

    @Override
    public void handle(Handle transaction, Event event) {
        settlements.settle(transaction, refundId(event), event.data().amount("amount"), event.id());
    }

    private static UUID refundId(Event event) {
        return event.data().id("refund_id", Fault.REFUND_UNKNOWN);
    }
}
