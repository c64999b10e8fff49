package dev.samekey.server.payments;

import dev.samekey.server.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;

/** The rows of voids. */
final class VoidTable {
    private static final String INSERT = """
            insert into voids (id, payment_id, principal, reference, operation_id, created_at)
            values (:id, :paymentId, :principal, :reference, :operationId, :createdAt)""";

    private VoidTable() {}

    static Optional<Voiding> find(Handle handle, Principal owner, UUID id) {
        return select(handle, owner, "id = :id")
                .bind("id", id)
                .mapTo(Voiding.class)
                .findOne();
    }

    static List<Voiding> withReference(Handle handle, Principal owner, String reference) {
        return select(handle, owner, "reference = :reference order by created_at, id")
                .bind("reference", reference)
                .mapTo(Voiding.class)
                .list();
    }

    static void insert(Handle transaction, Principal owner, UUID operationId, Voiding voiding) {
        transaction
                .createUpdate(INSERT)
                .bindMethods(voiding)
                .bind("principal", owner.name())
                .bind("operationId", operationId)
                .execute();
    }

    private static Query select(Handle handle, Principal owner, String condition) {
        return handle.registerRowMapper(ConstructorMapper.factory(Voiding.class))
                .createQuery("select *, 'succeeded' as status from voids where principal = :principal and " + condition)
                .bind("principal", owner.name());
    }
}
