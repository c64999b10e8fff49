package dev.samekey.server.idempotency;

import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** After its lifetime a key is new, whether or not the cleanup has come by. */
public final class ForgottenKeys implements ExpiredKeys {
    private static final String PURGE = """
            delete from idempotency_records where (scope, key) in (
              select scope, key from idempotency_records where expires_at <= :expiredBy and state <> 'in_progress'
              order by expires_at limit :atMost for update skip locked)""";

    @Override
    public void makeRoom(Handle transaction, KeyedRequest request, Instant now) {
        transaction
                .createUpdate(
                        "delete from idempotency_records where scope = :scope and key = :key and expires_at <= :now")
                .bindMethods(request)
                .bind("now", now)
                .execute();
    }

    @Override
    public boolean remembers(IdempotencyRecord known) {
        return known.state() != State.EXPIRED;
    }

    @Override
    public int purge(Handle handle, Instant expiredBy, int atMost) {
        return handle.createUpdate(PURGE)
                .bind("expiredBy", expiredBy)
                .bind("atMost", atMost)
                .execute();
    }
}
