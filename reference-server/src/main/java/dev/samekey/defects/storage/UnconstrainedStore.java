package dev.samekey.defects.storage;

import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;

/** A store that claims under a lock of its own, for the table refuses no second record. */
final class UnconstrainedStore extends ForwardingRecordStore {
    private static final String LOCK = "select pg_advisory_xact_lock(hashtextextended(:scope || ' ' || :key, 0))";
    private static final String EXPIRE =
            "delete from idempotency_records where scope = :scope and key = :key and expires_at <= :now";
    private static final String INSERT = """
            insert into idempotency_records
              (scope, key, payload_hash, state, token, operation_id, created_at, claimed_at, expires_at)
            values (:scope, :key, :payloadHash, 'in_progress', :token, :operationId, :now, :now, :expiresAt)""";
    private static final String TAKE_OVER = """
            update idempotency_records set token = :token, claimed_at = :now
            where scope = :scope and key = :key and payload_hash = :payloadHash
              and state = 'in_progress' and claimed_at <= :abandonedSince
            returning operation_id""";

    private final Foundation base;

    UnconstrainedStore(Parts parts) {
        super(parts.get(Part.RECORDS));
        this.base = parts.base();
    }

    @Override
    public ClaimResult claim(KeyedRequest request) {
        Instant now = base.clock().instant();
        return base.jdbi().inTransaction(tx -> {
            tx.createQuery(LOCK).bindMethods(request).mapToMap().list();
            update(tx, EXPIRE, request, now).execute();
            return takeOver(tx, request, now)
                    .map(ClaimResult::claimed)
                    .or(() -> find(request).map(ClaimResult::known))
                    .orElseGet(() -> ClaimResult.claimed(insert(tx, request, now)));
        });
    }

    private Optional<Claim> takeOver(Handle tx, KeyedRequest request, Instant now) {
        UUID token = UUID.randomUUID();
        return tx.createQuery(TAKE_OVER)
                .bindMethods(request)
                .bind("token", token)
                .bind("now", now)
                .bind("abandonedSince", now.minus(base.contract().lifetimes().processing()))
                .mapTo(UUID.class)
                .findOne()
                .map(operationId -> new Claim(request, token, operationId, State.IN_PROGRESS));
    }

    private Claim insert(Handle tx, KeyedRequest request, Instant now) {
        Claim claim = new Claim(request, UUID.randomUUID(), UUID.randomUUID(), State.NONE);
        update(tx, INSERT, request, now)
                .bindMethods(claim)
                .bind("expiresAt", now.plus(base.contract().lifetimes().of(request.stakes())))
                .execute();
        return claim;
    }

    private static Update update(Handle tx, String sql, KeyedRequest request, Instant now) {
        return tx.createUpdate(sql).bindMethods(request).bind("now", now);
    }
}
