package dev.samekey.server.resources.charges;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.resources.LedgerEntry;
import dev.samekey.server.resources.Means;
import dev.samekey.server.resources.Table;
import dev.samekey.server.security.Principal;
import dev.samekey.server.vendors.PaymentProvider.Authorization;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Takes charges back. */
public final class Reversals {
    static final Table<Reversal> TABLE = new Table<>("reversals", Reversal.class, Fault.REVERSAL_UNKNOWN);

    private final Means means;

    /** Charges are reversed by these means. */
    public Reversals(Means means) {
        this.means = means;
    }

    /** {@code POST /charges/{id}/reverse} */
    public Operation reverse(Principal owner, Call call) {
        ReversalRequest request = ReversalRequest.of(Charges.TABLE.idIn(call), means.read(call));
        return operationId -> {
            // A first look, so that the provider is not troubled in vain; what counts is the look under the lock.
            Charge charge = means.look(handle -> Charges.TABLE.get(handle, owner, request.chargeId()));
            Reversal wanted = request.of(charge, means.now().instant());
            means.provider()
                    .authorize(new Authorization(
                            "reversal", operationId, wanted.amount(), wanted.currency(), wanted.reference()));
            return transaction -> write(transaction, owner, operationId, request);
        };
    }

    private Answer write(Handle transaction, Principal owner, UUID operationId, ReversalRequest request) {
        Charge charge = Charges.TABLE.lock(transaction, owner, request.chargeId());
        Reversal reversal = request.of(charge, means.now().instant());
        transaction.execute("update charges set reversed = reversed + ? where id = ?", reversal.amount(), charge.id());
        TABLE.insert(transaction, owner, operationId, reversal);
        new LedgerEntry(
                        "reversal",
                        -reversal.amount(),
                        charge.id(),
                        operationId,
                        reversal.reference(),
                        reversal.createdAt())
                .write(transaction);
        means.publisher().event(transaction, "charge.reversed", operationId, reversal);
        return Answer.created("/reversals/" + reversal.id(), means.write(reversal));
    }
}
