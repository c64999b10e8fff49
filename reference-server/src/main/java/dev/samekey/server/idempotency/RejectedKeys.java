package dev.samekey.server.idempotency;

import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** After its lifetime a key is refused for ever: its outcome goes, and a tombstone stays that says it was used. */
public final class RejectedKeys implements ExpiredKeys {
    private static final String BURY = """
            update idempotency_records set status_code = null, response_headers = null, response_body = null
            where (scope, key) in (
              select scope, key from idempotency_records
              where expires_at <= :expiredBy and state <> 'in_progress' and status_code is not null
              order by expires_at limit :atMost for update skip locked)""";

    @Override
    public void makeRoom(Handle transaction, KeyedRequest request, Instant now) {
        // An expired key is never free again.
    }

    @Override
    public boolean remembers(IdempotencyRecord known) {
        return true;
    }

    @Override
    public int purge(Handle handle, Instant expiredBy, int atMost) {
        return handle.createUpdate(BURY)
                .bind("expiredBy", expiredBy)
                .bind("atMost", atMost)
                .execute();
    }
}
