package dev.samekey.server.resources.payments;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.json.Ids;
import dev.samekey.server.json.Json;
import dev.samekey.server.json.Members;
import dev.samekey.server.outbox.Publisher;
import dev.samekey.server.resources.LedgerEntry;
import dev.samekey.server.resources.Now;
import dev.samekey.server.resources.Table;
import dev.samekey.server.security.Principal;
import dev.samekey.server.vendors.PaymentProvider;
import dev.samekey.server.vendors.PaymentProvider.Authorization;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Takes a payment back as a whole, as long as none of it was refunded. */
public final class Voids {
    static final Table<Voiding> TABLE = new Table<>("voids", Voiding.class, Fault.VOID_UNKNOWN);

    private final Jdbi jdbi;
    private final PaymentProvider provider;
    private final WaysBack ways;
    private final Publisher publisher;
    private final Now now;
    private final Json json;

    /** The ways back say which payments may be voided. */
    public Voids(Jdbi jdbi, PaymentProvider provider, WaysBack ways, Publisher publisher, Now now, Json json) {
        this.jdbi = jdbi;
        this.provider = provider;
        this.ways = ways;
        this.publisher = publisher;
        this.now = now;
        this.json = json;
    }

    /** {@code POST /payments/{id}/void} */
    public Operation voidPayment(Principal owner, Call call) {
        UUID paymentId = Ids.parse(call.path().getOrDefault("id", ""), Fault.PAYMENT_UNKNOWN);
        Members sent = json.read(call.body().bytes());
        String reference = sent.text("reference");
        String reason = sent.optionalText("reason");
        return operationId -> {
            // A first look, as for refunds; what counts is the look under the lock.
            Payment payment = jdbi.withHandle(handle -> PaymentTable.get(handle, owner, paymentId));
            ways.checkVoid(payment);
            provider.authorize(new Authorization("void", operationId, payment.amount(), payment.currency(), reference));
            return transaction -> write(transaction, owner, operationId, paymentId, reference, reason);
        };
    }

    private Answer write(
            Handle transaction,
            Principal owner,
            UUID operationId,
            UUID paymentId,
            String reference,
            @Nullable String reason) {
        Payment payment = PaymentTable.lock(transaction, owner, paymentId);
        ways.checkVoid(payment);
        Voiding voiding = new Voiding(UUID.randomUUID(), paymentId, reference, reason, "succeeded", now.instant());
        TABLE.insert(transaction, owner, operationId, voiding);
        new LedgerEntry("void", -payment.amount(), paymentId, operationId, reference, voiding.createdAt())
                .write(transaction);
        publisher.event(transaction, "payment.voided", operationId, voiding);
        return Answer.created("/voids/" + voiding.id(), json.write(voiding));
    }
}
