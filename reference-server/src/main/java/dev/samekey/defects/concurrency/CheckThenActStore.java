package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.RecordRow;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Looks for a record, and writes one only when all is done: between the two there is nothing that others could see. */
final class CheckThenActStore extends ForwardingRecordStore {
    private final RecordRow row;

    CheckThenActStore(Parts parts) {
        super(parts.get(Part.RECORDS));
        this.row = new RecordRow(parts.base());
    }

    @Override
    public ClaimResult claim(KeyedRequest request) {
        Claim claim = new Claim(request, UUID.randomUUID(), UUID.randomUUID(), State.NONE);
        return find(request).map(ClaimResult::known).orElseGet(() -> ClaimResult.claimed(claim));
    }

    @Override
    public void complete(Handle transaction, Claim claim, State state, Answer answer) {
        row.put(transaction, claim, state, answer);
    }

    @Override
    public void release(Claim claim) {
        // Nothing was claimed.
    }
}
