package dev.samekey.server.idempotency;

import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** What becomes of keys that have outlived their lifetime (TTL-2, TTL-5). */
public interface ExpiredKeys {
    /** Clears the way for a claim, as far as an expired record stands in it. */
    void makeRoom(Handle transaction, KeyedRequest request, Instant now);

    /** Whether a record still counts. */
    boolean remembers(IdempotencyRecord known);

    /** Lets go of so many that had expired by then and are not running; how many records that were. */
    int purge(Handle handle, Instant expiredBy, int atMost);
}
