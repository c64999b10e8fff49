package dev.samekey.server.resources.payments;

import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.json.Json;
import dev.samekey.server.json.Members;
import dev.samekey.server.outbox.Publisher;
import dev.samekey.server.outbox.Publisher.Letter;
import dev.samekey.server.resources.LedgerEntry;
import dev.samekey.server.resources.Now;
import dev.samekey.server.security.Principal;
import dev.samekey.server.vendors.PaymentProvider;
import dev.samekey.server.vendors.PaymentProvider.Authorization;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Takes payments. */
public final class Payments {
    private final PaymentProvider provider;
    private final Publisher publisher;
    private final Now now;
    private final Json json;

    /** The provider authorizes each payment. */
    public Payments(PaymentProvider provider, Publisher publisher, Now now, Json json) {
        this.provider = provider;
        this.publisher = publisher;
        this.now = now;
        this.json = json;
    }

    /** {@code POST /payments} */
    public Operation take(Principal owner, Call call) {
        Members sent = json.read(call.body().bytes());
        Payment payment = payment(sent);
        return operationId -> {
            provider.authorize(new Authorization(
                    "payment", operationId, payment.amount(), payment.currency(), payment.reference()));
            return transaction -> write(transaction, owner, operationId, payment);
        };
    }

    private Payment payment(Members sent) {
        return new Payment(
                UUID.randomUUID(),
                sent.amount("amount"),
                sent.currency("currency"),
                sent.text("payer"),
                sent.text("payee"),
                sent.text("reference"),
                "succeeded",
                now.instant(),
                null);
    }

    private static Letter receipt(Payment payment) {
        return new Letter(
                payment.payer(), "Your payment", "Your payment " + payment.id() + " was taken.", payment.reference());
    }

    private Answer write(Handle transaction, Principal owner, UUID operationId, Payment payment) {
        PaymentTable.insert(transaction, owner, operationId, payment);
        new LedgerEntry(
                        "payment",
                        payment.amount(),
                        payment.id(),
                        operationId,
                        payment.reference(),
                        payment.createdAt())
                .write(transaction);
        publisher.event(transaction, "payment.created", operationId, payment);
        publisher.mail(transaction, "payment.receipt", operationId, receipt(payment));
        return Answer.created("/payments/" + payment.id(), json.write(payment));
    }
}
