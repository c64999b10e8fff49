package dev.samekey.server.resources.charges;

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

/** Charges customers. */
public final class Charges {
    static final Table<Charge> TABLE = new Table<>("charges", Charge.class, Fault.CHARGE_UNKNOWN);

    private final Means means;

    /** Customers are charged by these means. */
    public Charges(Means means) {
        this.means = means;
    }

    /** {@code POST /charges} */
    public Operation charge(Principal owner, Call call) {
        Charge charge = charge(means.read(call));
        return operationId -> {
            means.provider()
                    .authorize(new Authorization(
                            "charge", operationId, charge.amount(), charge.currency(), charge.reference()));
            return transaction -> write(transaction, owner, operationId, charge);
        };
    }

    private Charge charge(Members sent) {
        return new Charge(
                UUID.randomUUID(),
                sent.amount("amount"),
                sent.currency("currency"),
                sent.text("customer"),
                sent.text("reference"),
                sent.optionalText("note"),
                0,
                means.now().instant());
    }

    private Answer write(Handle transaction, Principal owner, UUID operationId, Charge charge) {
        TABLE.insert(transaction, owner, operationId, charge);
        new LedgerEntry("charge", charge.amount(), charge.id(), operationId, charge.reference(), charge.createdAt())
                .write(transaction);
        means.publisher().event(transaction, "charge.created", operationId, charge);
        return Answer.created("/charges/" + charge.id(), means.write(charge));
    }
}
