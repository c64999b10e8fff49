package dev.samekey.defects.common;

import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.IdempotencyRecord;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.RecordStore;
import dev.samekey.server.idempotency.State;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** A store that does what another does, for those that do one thing otherwise. */
public abstract class ForwardingRecordStore implements RecordStore {
    private final RecordStore records;

    protected ForwardingRecordStore(RecordStore records) {
        this.records = records;
    }

    @Override
    public ClaimResult claim(KeyedRequest request) {
        return records.claim(request);
    }

    @Override
    public Optional<IdempotencyRecord> find(KeyedRequest request) {
        return records.find(request);
    }

    @Override
    public void complete(Handle transaction, Claim claim, State state, Answer answer) {
        records.complete(transaction, claim, state, answer);
    }

    @Override
    public void release(Claim claim) {
        records.release(claim);
    }

    @Override
    public int purgeExpired() {
        return records.purgeExpired();
    }

    @Override
    public int purgeExpired(Handle transaction, Instant expiredBy, int atMost) {
        return records.purgeExpired(transaction, expiredBy, atMost);
    }
}
