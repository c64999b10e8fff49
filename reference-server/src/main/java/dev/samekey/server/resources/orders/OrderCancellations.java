package dev.samekey.server.resources.orders;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.json.Members;
import dev.samekey.server.resources.LedgerEntry;
import dev.samekey.server.resources.Means;
import dev.samekey.server.resources.Table;
import dev.samekey.server.security.Principal;
import dev.samekey.server.vendors.PaymentProvider.Authorization;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Takes orders back. */
public final class OrderCancellations {
    static final Table<OrderCancellation> TABLE =
            new Table<>("order_cancellations", OrderCancellation.class, Fault.CANCELLATION_UNKNOWN);

    private final Means means;

    /** Orders are cancelled by these means. */
    public OrderCancellations(Means means) {
        this.means = means;
    }

    /** {@code POST /orders/{id}/cancel} */
    public Operation cancel(Principal owner, Call call) {
        OrderCancellation cancellation = cancellation(Orders.TABLE.idIn(call), means.read(call));
        return operationId -> {
            // A first look, so that the provider is not troubled in vain; what counts is the look under the lock.
            Order order = means.look(handle -> Orders.TABLE.get(handle, owner, cancellation.orderId()));
            requirePlaced(order);
            means.provider()
                    .authorize(new Authorization(
                            "order_cancellation",
                            operationId,
                            order.total(),
                            order.currency(),
                            cancellation.reference()));
            return transaction -> write(transaction, owner, operationId, cancellation);
        };
    }

    private OrderCancellation cancellation(UUID orderId, Members sent) {
        return new OrderCancellation(
                UUID.randomUUID(),
                orderId,
                sent.text("reference"),
                sent.optionalText("note"),
                means.now().instant());
    }

    private Answer write(Handle transaction, Principal owner, UUID operationId, OrderCancellation cancellation) {
        Order order = Orders.TABLE.lock(transaction, owner, cancellation.orderId());
        requirePlaced(order);
        transaction.execute("update orders set status = 'cancelled' where id = ?", order.id());
        TABLE.insert(transaction, owner, operationId, cancellation);
        new LedgerEntry(
                        "order_cancellation",
                        -order.total(),
                        order.id(),
                        operationId,
                        cancellation.reference(),
                        cancellation.createdAt())
                .write(transaction);
        means.publisher().event(transaction, "order.cancelled", operationId, cancellation);
        return Answer.created("/order-cancellations/" + cancellation.id(), means.write(cancellation));
    }

    private static void requirePlaced(Order order) {
        if (order.isCancelled()) {
            throw new FaultException(Fault.ORDER_CANCELLED, "This order is cancelled already.");
        }
    }
}
