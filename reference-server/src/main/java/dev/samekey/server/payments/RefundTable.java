package dev.samekey.server.payments;

import dev.samekey.server.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;

/** The rows of refunds. */
final class RefundTable {
    private static final String INSERT = """
            insert into refunds
              (id, payment_id, principal, amount, currency, reference, status, operation_id, created_at)
            values (:id, :paymentId, :principal, :amount, :currency, :reference, :status, :operationId,
              :createdAt)""";

    private RefundTable() {}

    static Optional<Refund> find(Handle handle, Principal owner, UUID id) {
        return select(handle, "principal = :principal and id = :id")
                .bind("principal", owner.name())
                .bind("id", id)
                .mapTo(Refund.class)
                .findOne();
    }

    static List<Refund> withReference(Handle handle, Principal owner, String reference) {
        return select(handle, "principal = :principal and reference = :reference order by created_at, id")
                .bind("principal", owner.name())
                .bind("reference", reference)
                .mapTo(Refund.class)
                .list();
    }

    static void insert(Handle transaction, Principal owner, UUID operationId, Refund refund) {
        transaction
                .createUpdate(INSERT)
                .bindMethods(refund)
                .bind("principal", owner.name())
                .bind("operationId", operationId)
                .execute();
    }

    private static Query select(Handle handle, String condition) {
        return handle.registerRowMapper(ConstructorMapper.factory(Refund.class))
                .createQuery("select * from refunds where " + condition);
    }
}
