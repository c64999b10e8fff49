package dev.samekey.server.resources.payments;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.security.Principal;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;

/** The rows of payments. Every look is by principal, so nobody sees what is another's. */
final class PaymentTable {
    private static final String INSERT = """
            insert into payments
              (id, principal, amount, currency, payer, payee, reference, operation_id, created_at)
            values
              (:id, :principal, :amount, :currency, :payer, :payee, :reference, :operationId,
               :createdAt)""";

    private static final String SELECT = """
            select p.id, p.amount, p.currency, p.payer, p.payee, p.reference, p.created_at,
                   case when v.id is null then 'succeeded' else 'voided' end as status,
                   coalesce((select sum(r.amount) from refunds r where r.payment_id = p.id), 0) as refunded
            from payments p left join voids v on v.payment_id = p.id
            where p.principal = :principal and\s""";

    private PaymentTable() {}

    static Payment get(Handle handle, Principal owner, UUID id) {
        return select(handle, owner, "p.id = :id")
                .bind("id", id)
                .mapTo(Payment.class)
                .findOne()
                .orElseThrow(() -> new FaultException(Fault.PAYMENT_UNKNOWN, "There is no payment with this id."));
    }

    /** The payment as nobody else can change it until the transaction ends (CON-9). */
    static Payment lock(Handle transaction, Principal owner, UUID id) {
        // Locks first and reads after: a select that waits for the lock would show the sums from before the wait.
        transaction.execute("select 1 from payments where principal = ? and id = ? for update", owner.name(), id);
        return get(transaction, owner, id);
    }

    static List<Payment> withReference(Handle handle, Principal owner, String reference) {
        return select(handle, owner, "p.reference = :reference order by p.created_at, p.id")
                .bind("reference", reference)
                .mapTo(Payment.class)
                .list();
    }

    static void insert(Handle transaction, Principal owner, UUID operationId, Payment payment) {
        transaction
                .createUpdate(INSERT)
                .bindMethods(payment)
                .bind("principal", owner.name())
                .bind("operationId", operationId)
                .execute();
    }

    private static Query select(Handle handle, Principal owner, String condition) {
        return handle.registerRowMapper(ConstructorMapper.factory(Payment.class))
                .createQuery(SELECT + condition)
                .bind("principal", owner.name());
    }
}
