package dev.samekey.server.idempotency;

import dev.samekey.server.http.Answer;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Where the records of keys are kept. */
public interface RecordStore {
    /** Claims the key of a request for one attempt only, however many ask at once. */
    ClaimResult claim(KeyedRequest request);

    /** The live record under the key of a request. */
    Optional<IdempotencyRecord> find(KeyedRequest request);

    /** Stores the outcome within the transaction of its effect. */
    void complete(Handle transaction, Claim claim, State state, Answer answer);

    /** Gives a claim back, so that the same key may run later. */
    void release(Claim claim);

    /** Lets go of what has expired and is not running; how many records that were (TTL-5). */
    int purgeExpired();

    /**
     * The same within a transaction, for those that had expired by then.
     *
     * @param atMost how many records to let go of
     */
    int purgeExpired(Handle transaction, Instant expiredBy, int atMost);
}
