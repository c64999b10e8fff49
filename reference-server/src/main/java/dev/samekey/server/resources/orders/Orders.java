package dev.samekey.server.resources.orders;

import dev.samekey.server.contract.Fault;
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

/** Takes orders. */
public final class Orders {
    static final Table<Order> TABLE = new Table<>("orders", Order.class, Fault.ORDER_UNKNOWN);

    private final Means means;

    /** Orders are taken by these means. */
    public Orders(Means means) {
        this.means = means;
    }

    /** {@code POST /orders} */
    public Operation place(Principal owner, Call call) {
        Order order = order(means.read(call));
        return operationId -> {
            means.provider()
                    .authorize(new Authorization(
                            "order", operationId, order.total(), order.currency(), order.reference()));
            return transaction -> write(transaction, owner, operationId, order);
        };
    }

    private Order order(Members sent) {
        Basket basket = Basket.of(sent);
        return new Order(
                UUID.randomUUID(),
                sent.text("customer"),
                sent.currency("currency"),
                basket.total(),
                means.json().write(basket.lines()),
                means.write(Shipping.of(sent.members("shipping"))),
                sent.text("reference"),
                sent.optionalText("note"),
                "placed",
                means.now().instant());
    }

    private Answer write(Handle transaction, Principal owner, UUID operationId, Order order) {
        TABLE.insert(transaction, owner, operationId, order);
        new LedgerEntry("order", order.total(), order.id(), operationId, order.reference(), order.createdAt())
                .write(transaction);
        means.publisher().event(transaction, "order.placed", operationId, order);
        return Answer.created("/orders/" + order.id(), means.write(order));
    }
}
