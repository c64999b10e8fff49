package dev.samekey.server.resources.partners;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.inbox.Event;
import dev.samekey.server.inbox.EventHandler;
import dev.samekey.server.inbox.Progress;
import dev.samekey.server.json.Members;
import dev.samekey.server.outbox.Publisher;
import dev.samekey.server.resources.Now;
import dev.samekey.server.security.Principal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** What shops tell of orders: {@code order.placed}, and {@code order.completed}, which earns the partner a commission. */
public final class OrderEvents implements EventHandler {
    private static final Map<String, String> STATUS = Map.of("order.placed", "placed", "order.completed", "completed");
    private static final List<String> STAGES = List.of("placed", "completed");

    private final Progress progress;
    private final Publisher publisher;
    private final Now now;

    /** What shops tell in another order goes by the progress; others are told of the commission by the publisher. */
    public OrderEvents(Progress progress, Publisher publisher, Now now) {
        this.progress = progress;
        this.publisher = publisher;
        this.now = now;
    }

    @Override
    public String name() {
        return "commission";
    }

    @Override
    public boolean handles(String type) {
        return STATUS.containsKey(type);
    }

    @Override
    public void prepare(Event event) {
        // There is nothing slow about it.
    }

    @Override
    public void handle(Handle transaction, Event event) {
        UUID partnerId = event.data().id("partner_id", Fault.PARTNER_UNKNOWN);
        Principal owner = ownerOf(transaction, partnerId);
        // What the event does has an id that follows from the event's own.
        UUID operationId =
                UUID.nameUUIDFromBytes((event.source() + "\n" + event.id()).getBytes(StandardCharsets.UTF_8));
        String told = String.valueOf(STATUS.get(event.type()));
        note(transaction, owner, operationId, partnerId, event.data().text("reference"), told);
        if (told.equals("completed")) {
            pay(transaction, owner, operationId, partnerId, event.data());
        }
    }

    /** The lock keeps others from telling of the partner's orders until this one is through. */
    private static Principal ownerOf(Handle transaction, UUID partnerId) {
        return transaction
                .select("select principal from partners where id = ? for update", partnerId)
                .mapTo(String.class)
                .findOne()
                .map(Principal::new)
                .orElseThrow(() -> new FaultException(Fault.PARTNER_UNKNOWN, "There is no such partner."));
    }

    private void note(
            Handle transaction, Principal owner, UUID operationId, UUID partnerId, String reference, String told) {
        ShopOrder known = ShopOrder.TABLE.withReference(transaction, owner, reference).stream()
                .filter(order -> order.partnerId().equals(partnerId))
                .findFirst()
                .orElse(null);
        if (known == null) {
            ShopOrder order = new ShopOrder(UUID.randomUUID(), partnerId, reference, told, now.instant());
            ShopOrder.TABLE.insert(transaction, owner, operationId, order);
        } else {
            transaction.execute(
                    "update shop_orders set status = ? where id = ?",
                    progress.after(known.status(), told, STAGES),
                    known.id());
        }
    }

    private void pay(Handle transaction, Principal owner, UUID operationId, UUID partnerId, Members data) {
        Instant moment = now.instant();
        Commission commission = new Commission(
                UUID.randomUUID(),
                partnerId,
                data.amount("amount"),
                data.currency("currency"),
                data.text("reference"),
                data.optionalText("note"),
                moment);
        Commissions.book(transaction, publisher, owner, operationId, commission);
    }
}
