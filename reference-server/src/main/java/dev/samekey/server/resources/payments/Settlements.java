package dev.samekey.server.resources.payments;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.inbox.Progress;
import dev.samekey.server.resources.Now;
import dev.samekey.server.vendors.PaymentProvider;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** Books refunds as settled. */
public final class Settlements {
    private static final String SETTLE = """
            insert into ledger_entries (entry_type, amount, subject_id, operation_id, reference, created_at)
            select 'settlement', -amount, payment_id, operation_id, :reference, :now
            from refunds where id = :id""";

    private static final List<String> STAGES = List.of("pending", "processing", "succeeded");

    private final Jdbi jdbi;
    private final PaymentProvider provider;
    private final Progress progress;
    private final Now now;

    /** The provider confirms each settlement; what it tells in another order goes by the progress. */
    public Settlements(Jdbi jdbi, PaymentProvider provider, Progress progress, Now now) {
        this.jdbi = jdbi;
        this.provider = provider;
        this.progress = progress;
        this.now = now;
    }

    /** Asks the provider whether the refund was settled: what an event claims is not taken on trust. */
    public void confirm(UUID refundId, long amount) {
        provider.confirm(jdbi.withHandle(handle -> requireRefund(handle, refundId, amount)));
    }

    /** Settles the refund; the reference names the event that said so. */
    public void settle(Handle transaction, UUID refundId, long amount, String reference) {
        note(transaction, refundId, amount, "succeeded");
        transaction
                .createUpdate(SETTLE)
                .bind("reference", reference)
                .bind("now", now.instant())
                .bind("id", refundId)
                .execute();
    }

    /** Notes how far the refund is, whatever was told of it before. */
    public void note(Handle transaction, UUID refundId, long amount, String told) {
        requireRefund(transaction, refundId, amount);
        String status = transaction
                .select("select status from refunds where id = ? for update", refundId)
                .mapTo(String.class)
                .one();
        transaction.execute(
                "update refunds set status = ? where id = ?", progress.after(status, told, STAGES), refundId);
    }

    /** The id of the operation that made the refund. */
    private static UUID requireRefund(Handle handle, UUID id, long amount) {
        Refunded refund = handle.registerRowMapper(ConstructorMapper.factory(Refunded.class))
                .select("select amount, operation_id from refunds where id = ?", id)
                .mapTo(Refunded.class)
                .findOne()
                .orElseThrow(() -> new FaultException(Fault.REFUND_UNKNOWN, "There is no refund with this id."));
        if (refund.amount() != amount) {
            throw new FaultException(Fault.MEMBER_INVALID, "amount must be the amount of the refund.");
        }
        return refund.operationId();
    }

    private record Refunded(long amount, UUID operationId) {}
}
