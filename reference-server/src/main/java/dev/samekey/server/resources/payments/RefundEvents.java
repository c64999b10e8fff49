package dev.samekey.server.resources.payments;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.inbox.EventHandler;
import java.util.Set;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** What the provider tells of refunds: {@code refund.processing}, and {@code refund.succeeded} when it is settled. */
public final class RefundEvents implements EventHandler {
    private static final String PROCESSING = "refund.processing";
    private static final String SUCCEEDED = "refund.succeeded";

    private final Settlements settlements;

    /** Where refunds are settled. */
    public RefundEvents(Settlements settlements) {
        this.settlements = settlements;
    }

    @Override
    public String name() {
        return "settlement";
    }

    @Override
    public boolean handles(String type) {
        return Set.of(PROCESSING, SUCCEEDED).contains(type);
    }

    @Override
    public void prepare(Event event) {
        if (event.type().equals(SUCCEEDED)) {
            settlements.confirm(refundId(event), amount(event));
        }
    }

    @Override
    public void handle(Handle transaction, Event event) {
        if (event.type().equals(SUCCEEDED)) {
            settlements.settle(transaction, refundId(event), amount(event), reference(event));
        } else {
            settlements.note(transaction, refundId(event), amount(event), "processing");
        }
    }

    private static UUID refundId(Event event) {
        return event.data().id("refund_id", Fault.REFUND_UNKNOWN);
    }

    private static long amount(Event event) {
        return event.data().amount("amount");
    }

    /** The producer's own, where it has one. */
    private static String reference(Event event) {
        String reference = event.data().optionalText("reference");
        return reference == null ? event.id() : reference;
    }
}
