package dev.samekey.server.resources.payments;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.Operation;
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

/** Gives part of a payment back. */
public final class Refunds {
    static final Table<Refund> TABLE = new Table<>("refunds", Refund.class, Fault.REFUND_UNKNOWN);

    private final Jdbi jdbi;
    private final PaymentProvider provider;
    private final RefundLimit limit;
    private final WaysBack ways;
    private final Publisher publisher;
    private final Now now;
    private final Json json;

    /** The limit says how much of a payment may be refunded, the ways back say whether. */
    public Refunds(
            Jdbi jdbi,
            PaymentProvider provider,
            RefundLimit limit,
            WaysBack ways,
            Publisher publisher,
            Now now,
            Json json) {
        this.jdbi = jdbi;
        this.provider = provider;
        this.limit = limit;
        this.ways = ways;
        this.publisher = publisher;
        this.now = now;
        this.json = json;
    }

    /** {@code POST /refunds} */
    public Operation refund(Principal owner, Call call) {
        Request request = Request.of(json.read(call.body().bytes()));
        return operationId -> {
            // A first look, so that the provider is not troubled in vain; what counts is the look under the lock.
            Payment payment = jdbi.withHandle(handle -> PaymentTable.get(handle, owner, request.paymentId()));
            check(payment, request.amount());
            provider.authorize(new Authorization(
                    "refund", operationId, request.amount(), payment.currency(), request.reference()));
            return transaction -> write(transaction, owner, operationId, request);
        };
    }

    private Answer write(Handle transaction, Principal owner, UUID operationId, Request request) {
        Payment payment = PaymentTable.lock(transaction, owner, request.paymentId());
        check(payment, request.amount());
        Refund refund = request.of(payment, now);
        TABLE.insert(transaction, owner, operationId, refund);
        new LedgerEntry("refund", -refund.amount(), payment.id(), operationId, refund.reference(), refund.createdAt())
                .write(transaction);
        publisher.event(transaction, "refund.created", operationId, refund);
        return Answer.created("/refunds/" + refund.id(), json.write(refund));
    }

    private void check(Payment payment, long amount) {
        ways.checkRefund(payment);
        limit.check(payment, amount);
    }

    private record Request(
            UUID paymentId,
            long amount,
            String reference,
            @Nullable String reason) {
        static Request of(Members sent) {
            return new Request(
                    sent.id("payment_id", Fault.PAYMENT_UNKNOWN),
                    sent.amount("amount"),
                    sent.text("reference"),
                    sent.optionalText("reason"));
        }

        Refund of(Payment payment, Now now) {
            return new Refund(
                    UUID.randomUUID(),
                    payment.id(),
                    amount,
                    payment.currency(),
                    reference,
                    reason,
                    "pending",
                    now.instant());
        }
    }
}
