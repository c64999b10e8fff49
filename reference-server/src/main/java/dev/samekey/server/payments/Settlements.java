package dev.samekey.server.payments;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Books refunds as settled. */
public final class Settlements {
    private static final String SETTLE = """
            insert into ledger_entries (entry_type, amount, payment_id, operation_id, reference, created_at)
            select 'settlement', -amount, payment_id, operation_id, :reference, :now
            from refunds where id = :id""";

    private final Jdbi jdbi;
    private final PaymentProvider provider;
    private final Now now;

    /** The provider confirms each settlement. */
    public Settlements(Jdbi jdbi, PaymentProvider provider, Now now) {
        this.jdbi = jdbi;
        this.provider = provider;
        this.now = now;
    }

    /** Asks the provider whether the refund was settled: what an event claims is not taken on trust. */
    public void confirm(UUID refundId, long amount) {
        jdbi.useHandle(handle -> requireRefund(handle, refundId, amount));
        provider.confirm(refundId);
    }

    /** Settles the refund; the reference names the event that said so. */
    public void settle(Handle transaction, UUID refundId, long amount, String reference) {
        requireRefund(transaction, refundId, amount);
        transaction.execute("update refunds set status = 'succeeded' where id = ?", refundId);
        transaction
                .createUpdate(SETTLE)
                .bind("reference", reference)
                .bind("now", now.instant())
                .bind("id", refundId)
                .execute();
    }

    private static void requireRefund(Handle handle, UUID id, long amount) {
        long refunded = handle.select("select amount from refunds where id = ?", id)
                .mapTo(Long.class)
                .findOne()
                .orElseThrow(() -> new FaultException(Fault.REFUND_UNKNOWN, "There is no refund with this id."));
        if (refunded != amount) {
            throw new FaultException(Fault.MEMBER_INVALID, "amount must be the amount of the refund.");
        }
    }
}
