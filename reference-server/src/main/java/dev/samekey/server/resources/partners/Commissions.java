package dev.samekey.server.resources.partners;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.json.Members;
import dev.samekey.server.outbox.Publisher;
import dev.samekey.server.resources.LedgerEntry;
import dev.samekey.server.resources.Means;
import dev.samekey.server.resources.Table;
import dev.samekey.server.security.Principal;
import dev.samekey.server.vendors.PaymentProvider.Authorization;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Pays partners. */
public final class Commissions {
    static final Table<Commission> TABLE = new Table<>("commissions", Commission.class, Fault.COMMISSION_UNKNOWN);

    private final Means means;

    /** Commissions are paid by these means. */
    public Commissions(Means means) {
        this.means = means;
    }

    /** {@code POST /commissions} */
    public Operation pay(Principal owner, Call call) {
        Commission commission = commission(means.read(call));
        return operationId -> {
            // A first look, so that the provider is not troubled in vain; what counts is the look under the lock.
            means.look(handle -> Partners.TABLE.get(handle, owner, commission.partnerId()));
            means.provider()
                    .authorize(new Authorization(
                            "commission",
                            operationId,
                            commission.amount(),
                            commission.currency(),
                            commission.reference()));
            return transaction -> write(transaction, owner, operationId, commission);
        };
    }

    private Commission commission(Members sent) {
        return new Commission(
                UUID.randomUUID(),
                sent.id("partner_id", Fault.PARTNER_UNKNOWN),
                sent.amount("amount"),
                sent.currency("currency"),
                sent.text("reference"),
                sent.optionalText("note"),
                means.now().instant());
    }

    private Answer write(Handle transaction, Principal owner, UUID operationId, Commission commission) {
        Partners.TABLE.lock(transaction, owner, commission.partnerId());
        book(transaction, means.publisher(), owner, operationId, commission);
        return Answer.created("/commissions/" + commission.id(), means.write(commission));
    }

    /** Whoever has earned it, and however: once in the table, once in the books, and told once. */
    static void book(
            Handle transaction, Publisher publisher, Principal owner, UUID operationId, Commission commission) {
        TABLE.insert(transaction, owner, operationId, commission);
        CommissionLock.on(commission).write(transaction);
        new LedgerEntry(
                        "commission",
                        -commission.amount(),
                        commission.partnerId(),
                        operationId,
                        commission.reference(),
                        commission.createdAt())
                .write(transaction);
        publisher.event(transaction, "commission.paid", operationId, commission);
    }
}
